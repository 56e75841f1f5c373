package io.fairway.importers.moab;

import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.config.WeightParameter;
import io.fairway.schedulers.moab.config.Weights;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.MoabDuration;
import io.fairway.schedulers.moab.fairshare.FairshareSettings;
import io.fairway.schedulers.moab.job.AccrualPolicy;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The parameters of priority and fairshare, and their valid values. Every method throws IllegalArgumentException with
 * the value and the rule.
 *
 * <p>Source: Moab 5.1.2, Job Priority Factors and Fairshare; Maui admin guide, Appendix F.
 */
final class MoabValues {
    private enum Kind {
        POLICY,
        DURATION,
        MINIMUM,
        WHOLE,
        DECAY,
        SWITCH,
        ACCRUAL,
        EXCEPTIONS,
        FUNCTION,
        NAMES
    }

    private static final Map<String, Kind> PLAIN = Map.ofEntries(
            Map.entry("FSPOLICY", Kind.POLICY),
            Map.entry("FSINTERVAL", Kind.DURATION),
            Map.entry("FSDEPTH", Kind.WHOLE),
            Map.entry("FSDECAY", Kind.DECAY),
            Map.entry("XFMINWCLIMIT", Kind.MINIMUM),
            Map.entry("ENABLENEGJOBPRIORITY", Kind.SWITCH),
            Map.entry("REJECTNEGPRIOJOBS", Kind.SWITCH),
            Map.entry("ENABLEPOSUSERPRIORITY", Kind.SWITCH),
            Map.entry("JOBPRIOACCRUALPOLICY", Kind.ACCRUAL),
            Map.entry("JOBPRIOEXCEPTIONS", Kind.EXCEPTIONS),
            Map.entry("JOBPRIOF", Kind.FUNCTION),
            Map.entry("NODETOJOBATTRMAP", Kind.NAMES),
            Map.entry("PRIORITYTARGETPROCCOUNT", Kind.WHOLE),
            Map.entry("PRIORITYTARGETDURATION", Kind.DURATION));

    private static final Set<String> SWITCHES = Set.of("TRUE", "FALSE", "ON", "OFF", "1", "0", "YES", "NO");
    private static final Pattern WORTH = Pattern.compile("(STATE|ATTR|GRES)\\[[^\\[\\]]+]=[+-]?\\d{1,15}");
    private static final long LONGEST = 1L << 40;

    private MoabValues() {}

    /** Whether a parameter without an index is one of these. */
    static boolean isPlain(String name) {
        return PLAIN.containsKey(name);
    }

    static boolean isDuration(String name) {
        Kind kind = PLAIN.get(name);
        return kind == Kind.DURATION || kind == Kind.MINIMUM;
    }

    /** Refuses an invalid value of a parameter. */
    static void check(String name, String value, MoabDialect dialect) {
        if (WeightParameter.isKnown(name)) {
            weight(name, value);
            return;
        }
        Kind kind = PLAIN.get(name);
        if (kind == null) {
            throw new IllegalArgumentException(name + " must be a parameter of priority or fairshare");
        }
        FairshareSettings defaults = MoabParameters.builder(dialect).build().fairshare();
        switch (kind) {
            case POLICY -> defaults.withPolicy(value);
            case DURATION -> seconds(name, value, dialect);
            case MINIMUM -> {
                if (!value.equals("-1")) {
                    seconds(name, value, dialect);
                }
            }
            case WHOLE -> {
                if (!value.matches("\\d{1,9}")) {
                    throw wrong(name, value, "a whole number of at least 0");
                }
            }
            case DECAY -> decay(name, value, defaults);
            case SWITCH -> {
                if (!SWITCHES.contains(value.toUpperCase(Locale.ROOT))) {
                    throw wrong(name, value, "TRUE or FALSE");
                }
            }
            case ACCRUAL -> AccrualPolicy.parse(value, "NONE", dialect);
            case EXCEPTIONS -> AccrualPolicy.parse("ACCRUE", value, dialect);
            case FUNCTION -> {
                for (String word : value.split("\\s+")) {
                    if (!WORTH.matcher(word).matches()) {
                        throw wrong(name, word, "STATE[name]=number, ATTR[name]=number or GRES[name]=number");
                    }
                }
            }
            case NAMES -> {}
        }
    }

    static long seconds(String name, String value, MoabDialect dialect) {
        long seconds;
        try {
            seconds = MoabDuration.seconds(value, dialect);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(name + ": " + refused.getMessage(), refused);
        }
        if (seconds > LONGEST) {
            throw wrong(name, value, "at most " + LONGEST + " seconds");
        }
        return seconds;
    }

    static BigDecimal number(String name, String value) {
        try {
            return new BigDecimal(value);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(wrong(name, value, "a number").getMessage(), notANumber);
        }
    }

    static IllegalArgumentException wrong(String name, String value, String rule) {
        return new IllegalArgumentException(name + " \"" + value + "\": must be " + rule);
    }

    private static void weight(String name, String value) {
        if (value.endsWith("%")) {
            throw wrong(name, value, "a whole number; a percentage is a goal that no scheduler follows");
        }
        if (!value.matches("[+-]?\\d{1,15}")) {
            throw wrong(name, value, "a whole number");
        }
        WeightParameter.set(Weights.builder(), name, Long.parseLong(value));
    }

    private static void decay(String name, String value, FairshareSettings defaults) {
        double decay = number(name, value).doubleValue();
        try {
            new FairshareSettings(defaults.policy(), defaults.percent(), defaults.windowing(), decay).decay();
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(name + " \"" + value + "\": " + refused.getMessage(), refused);
        }
    }
}
