package io.fairway.schedulers.lsf.aps;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The format of APS_PRIORITY in lsb.queues:
 * {@code WEIGHT[[factor,value]...] LIMIT[[factor,value]...] GRACE_PERIOD[[factor,period]...]}, each at most once. A
 * period is a number with s, m or h; the default unit is hours.
 *
 * <p>Source: IBM Spectrum LSF 10.1, lsb.queues APS_PRIORITY.
 */
public final class ApsText {
    private static final Pattern SECTION =
            Pattern.compile("\\G\\s*(WEIGHT|LIMIT|GRACE_PERIOD)\\s*\\[((?:\\s*\\[[^\\[\\]]*])+)\\s*]\\s*");
    private static final Pattern PAIR = Pattern.compile("\\[\\s*([^\\s,\\[\\]]+)\\s*,\\s*([^\\s,\\[\\]]+)\\s*]");
    private static final Pattern PERIOD = Pattern.compile("(\\d{1,9})([smh]?)");

    private ApsText() {}

    static ApsParameters parse(String text) {
        Map<ApsFactor, Double> weights = new EnumMap<>(ApsFactor.class);
        Map<ApsFactor, Double> limits = new EnumMap<>(ApsFactor.class);
        Map<ApsFactor, Long> grace = new EnumMap<>(ApsFactor.class);
        Set<String> sections = new HashSet<>();
        Matcher section = SECTION.matcher(text);
        int end = 0;
        while (end < text.length() && section.find()) {
            end = section.end();
            String keyword = String.valueOf(section.group(1));
            if (!sections.add(keyword)) {
                throw new IllegalArgumentException("APS_PRIORITY \"" + text + "\": " + keyword + " must occur once");
            }
            Set<ApsFactor> factors = new HashSet<>();
            Matcher pair = PAIR.matcher(String.valueOf(section.group(2)));
            int pairEnd = 0;
            String pairs = String.valueOf(section.group(2));
            while (pair.find()) {
                if (!pairs.substring(pairEnd, pair.start()).isBlank()) {
                    break;
                }
                pairEnd = pair.end();
                ApsFactor factor = factor(keyword, String.valueOf(pair.group(1)));
                String value = String.valueOf(pair.group(2));
                if (!factors.add(factor)) {
                    throw new IllegalArgumentException(
                            "APS_PRIORITY \"" + text + "\": " + keyword + " of " + factor + " must occur once");
                }
                switch (keyword) {
                    case "WEIGHT" -> weights.put(factor, number(keyword, factor, value));
                    case "LIMIT" -> limits.put(factor, number(keyword, factor, value));
                    default -> grace.put(factor, 1000 * graceSeconds(value));
                }
            }
            if (!pairs.substring(pairEnd).isBlank()) {
                throw new IllegalArgumentException("APS_PRIORITY \"" + text + "\": " + keyword + ": at \""
                        + pairs.substring(pairEnd).strip() + "\": must be [factor, value]");
            }
        }
        if (!text.substring(end).isBlank() || weights.isEmpty()) {
            throw new IllegalArgumentException("APS_PRIORITY \"" + text + "\": at \"" + text.substring(end)
                    + "\": must be WEIGHT[[factor,value]...], with LIMIT and GRACE_PERIOD of the same form");
        }
        return ApsParameters.of(weights, limits, grace);
    }

    /**
     * A grace period in seconds.
     *
     * @throws IllegalArgumentException if the text is not a number above 0, with or without s, m or h
     */
    public static long graceSeconds(String text) {
        Matcher period = PERIOD.matcher(text.strip());
        String digits = period.matches() ? period.group(1) : null;
        long count = digits == null ? 0 : Long.parseLong(digits);
        if (count == 0) {
            throw new IllegalArgumentException(
                    "GRACE_PERIOD \"" + text + "\": must be a number above 0 with s, m or h (default h)");
        }
        return switch (String.valueOf(period.group(2))) {
            case "s" -> count;
            case "m" -> 60 * count;
            default -> 3600 * count;
        };
    }

    private static ApsFactor factor(String keyword, String name) {
        for (ApsFactor factor : ApsFactor.values()) {
            if (factor.name().equals(name)) {
                return factor;
            }
        }
        throw new IllegalArgumentException(
                keyword + " of " + name + ": must be one of the factors " + java.util.List.of(ApsFactor.values()));
    }

    private static double number(String keyword, ApsFactor factor, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                    keyword + " of " + factor + " \"" + text + "\": must be a number", notANumber);
        }
    }
}
