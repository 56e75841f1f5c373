package io.fairway.bench.report;

import java.util.Locale;

/**
 * What a measure should be.
 *
 * @param of what is compared
 * @param most whether the limit is the largest good value; else it is the smallest
 * @param limit in the measure's unit, or as a ratio
 */
public record BenchGoal(Of of, boolean most, double limit) {
    /** What is compared with a limit. */
    public enum Of {
        /** Nothing: the measure is for information. */
        NOTHING,
        /** Our value. */
        VALUE,
        /** Our value over the floor's. */
        RATIO
    }

    public static final BenchGoal NONE = new BenchGoal(Of.NOTHING, true, 0);

    /** Our value is at most this. */
    public static BenchGoal valueAtMost(double limit) {
        return new BenchGoal(Of.VALUE, true, limit);
    }

    /** Our value over the floor's is at most this. */
    public static BenchGoal ratioAtMost(double limit) {
        return new BenchGoal(Of.RATIO, true, limit);
    }

    /** Our value over the floor's is at least this. */
    public static BenchGoal ratioAtLeast(double limit) {
        return new BenchGoal(Of.RATIO, false, limit);
    }

    /** Whether it is reached. What could not be measured reaches no goal. */
    public boolean isReached(double value, double ratio) {
        double found = of == Of.VALUE ? value : ratio;
        return of == Of.NOTHING || (most ? found <= limit : found >= limit);
    }

    /** Such as {@code <= 2.5}, for a ratio {@code ratio <= 2.5}; empty without a goal. */
    public String text() {
        if (of == Of.NOTHING) {
            return "";
        }
        return (of == Of.RATIO ? "ratio " : "") + (most ? "<= " : ">= ") + number(limit);
    }

    /** A number with four significant digits at most. */
    public static String number(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        double size = Math.abs(value);
        String format = size >= 1_000 ? "%,.0f" : size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f";
        return size > 0 && size < 0.1
                ? String.format(Locale.ROOT, "%.2g", value)
                : String.format(Locale.ROOT, format, value);
    }
}
