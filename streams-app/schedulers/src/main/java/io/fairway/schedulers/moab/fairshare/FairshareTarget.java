package io.fairway.schedulers.moab.fairshare;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fairshare target: FSTARGET of a credential.
 *
 * <ol>
 *   <li>Target: priority falls above it and rises below it.
 *   <li>Floor ({@code +}): priority rises below it.
 *   <li>Ceiling ({@code -}): priority falls above it.
 *   <li>Caps ({@code %}, {@code ^}; Maui): no effect on priority, {@link FairshareCap} instead.
 * </ol>
 *
 * <p>The sign is target - usage: a credential gains with usage below its target. Usage above a ceiling or below a floor
 * violates it; equality does not.
 *
 * <p>Source: Maui admin guide 6.3.3 (targets, floors, ceilings); Moab 5.1.2, Fairshare Component (violation).
 *
 * @param value percent of usage; processor-seconds for an absolute cap; 0 or less means no target
 * @param kind its kind
 */
public record FairshareTarget(double value, Kind kind) {
    /** No target. */
    public static final FairshareTarget NONE = new FairshareTarget(0, Kind.TARGET);

    private static final Pattern TEXT = Pattern.compile("\\s*([+-]?\\d+(?:\\.\\d*)?|[+-]?\\.\\d+)(.?).*");

    /** The kinds of targets. */
    public enum Kind {
        TARGET(""),
        FLOOR("+"),
        CEILING("-"),
        /** A limit in percent of delivered usage. */
        CAP_RELATIVE("%"),
        /** A limit in processor-seconds within the windows. */
        CAP_ABSOLUTE("^");

        private final String sign;

        Kind(String sign) {
            this.sign = sign;
        }
    }

    public FairshareTarget {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("fairshare target " + value + ": must be finite");
        }
    }

    /**
     * Reads {@code 10.0}, {@code 10.0+}, {@code 25.5-}, {@code 5%}, {@code 7^}: a number, and only the character after it.
     *
     * @throws IllegalArgumentException if it does not begin with a number, or another character follows the number
     */
    public static FairshareTarget parse(String text) {
        Matcher match = TEXT.matcher(text);
        if (match.matches()) {
            String sign = match.group(2).trim();
            for (Kind kind : Kind.values()) {
                if (kind.sign.equals(sign)) {
                    return new FairshareTarget(Double.parseDouble(match.group(1)), kind);
                }
            }
        }
        throw new IllegalArgumentException("FSTARGET \"" + text + "\": must be a number, alone or followed by"
                + " + (floor), - (ceiling), % (relative cap) or ^ (absolute cap)");
    }

    /** Whether priority depends on it. */
    public boolean isSet() {
        return value > 0;
    }

    /** Whether {@code usage}, percent, violates this ceiling or floor. */
    public boolean isViolatedBy(double usage) {
        return isSet() && ((kind == Kind.CEILING && usage > value) || (kind == Kind.FLOOR && usage < value));
    }

    /**
     * Its part of the priority, before weights: target - usage in percentage points, or 1 - usage / target.
     *
     * @param usage percent
     * @param ratio whether to compute the ratio instead of the difference
     */
    public double delta(double usage, boolean ratio) {
        if (!isSet()) {
            return 0;
        }
        double delta = ratio ? 1 - usage / value : value - usage;
        return switch (kind) {
            case TARGET -> delta;
            case FLOOR -> Math.max(delta, 0);
            case CEILING -> Math.min(delta, 0);
            case CAP_RELATIVE, CAP_ABSOLUTE -> 0;
        };
    }

    /** The target with two digits and its sign, {@code 10.00+}. */
    public String display() {
        return new BigDecimal(value).setScale(2, RoundingMode.HALF_EVEN).toPlainString() + kind.sign;
    }
}
