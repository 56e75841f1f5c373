package io.fairway.policies.moab;

import io.fairway.policies.yaml.YamlValue;
import io.fairway.schedulers.moab.config.JobPriorityFunction;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.MoabDuration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The forms of values in moab.cfg. A message about a wrong value names its place. */
public final class MoabWords {
    private static final Pattern WORTH = Pattern.compile("(STATE|ATTR|GRES)\\[([^\\[\\]]+)]=([+-]?\\d{1,15})");
    private static final long LONGEST = 1L << 40;

    private MoabWords() {}

    /** A finite duration, {@code [[[DD:]HH:]MM:]SS}, in seconds. */
    public static long seconds(YamlValue yaml, MoabDialect dialect) {
        long seconds = get(yaml, () -> MoabDuration.seconds(yaml.text(), dialect));
        if (seconds > LONGEST) {
            throw yaml.wrong("must be at most " + LONGEST + " seconds");
        }
        return seconds;
    }

    public static boolean yes(YamlValue yaml) {
        return switch (yaml.text().toUpperCase(Locale.ROOT)) {
            case "TRUE", "ON", "YES", "1" -> true;
            case "FALSE", "OFF", "NO", "0" -> false;
            default -> throw yaml.wrong("must be TRUE or FALSE");
        };
    }

    /** JOBPRIOF, such as {@code STATE[Running]=100 ATTR[gpfs]=30}, with the names of NODETOJOBATTRMAP. */
    public static JobPriorityFunction function(@Nullable YamlValue yaml, String nodeFeatures) {
        Map<String, Long> states = new HashMap<>();
        Map<String, Long> attributes = new HashMap<>();
        Map<String, Long> resources = new HashMap<>();
        if (yaml != null) {
            for (String word : yaml.text().trim().split("\\s+")) {
                Matcher match = WORTH.matcher(word);
                if (!match.matches()) {
                    throw yaml.wrong("must be entries such as STATE[Running]=100, ATTR[gpfs]=30 or GRES[matlab]=400,"
                            + " separated by blanks, and has " + word);
                }
                Map<String, Long> worth = switch (match.group(1)) {
                    case "STATE" -> states;
                    case "ATTR" -> attributes;
                    default -> resources;
                };
                if (worth.put(match.group(2), Long.valueOf(match.group(3))) != null) {
                    throw yaml.wrong("says " + match.group(1) + "[" + match.group(2) + "] twice");
                }
            }
        }
        Set<String> features = new LinkedHashSet<>();
        for (String feature : nodeFeatures.split("[,\\s]+")) {
            if (!feature.isEmpty()) {
                features.add(feature);
            }
        }
        return new JobPriorityFunction(states, attributes, resources, features);
    }

    /** Runs an action that may refuse a value, and adds the value's place to the refusal. */
    public static <T> T get(YamlValue yaml, Supplier<T> action) {
        try {
            return action.get();
        } catch (IllegalArgumentException refused) {
            throw yaml.wrong(String.valueOf(refused.getMessage()));
        }
    }

    public static void run(YamlValue yaml, Runnable action) {
        get(yaml, () -> {
            action.run();
            return true;
        });
    }
}
