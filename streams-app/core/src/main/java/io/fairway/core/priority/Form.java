package io.fairway.core.priority;

/**
 * How a number changes with time, by itself: the closed set of forms that a priority record is made of. Any reader, in any
 * language, can compute them at any instant. Times are epoch milliseconds; all arithmetic is IEEE double, in the order
 * written, except where integers are named.
 */
public sealed interface Form {
    /** The value at {@code time}. */
    double at(long time);

    /** Always {@code value}. */
    record Constant(double value) implements Form {
        public Constant {
            finite("value", value);
        }

        @Override
        public double at(long time) {
            return value;
        }
    }

    /**
     * Grows with time: {@code base + units / divisor}, at least {@code floor}, at most {@code cap}, where units is the
     * integer {@code floorDiv(time, unit) - floorDiv(start, unit)}. Counting whole units of the clock, not of the time
     * passed, is what a scheduler does whose clock ticks in seconds.
     *
     * <p>With divisor 0 it is a jump: {@code cap} from {@code start} on, {@code floor} before.
     *
     * @param start where it is {@code base}
     * @param unit milliseconds, at least 1
     * @param divisor units that it takes to grow by 1; negative falls
     * @param base value at {@code start}
     * @param floor may be negative infinity
     * @param cap may be infinity
     */
    record Ramp(long start, long unit, double divisor, double base, double floor, double cap) implements Form {
        public Ramp {
            atLeastOne("unit", unit);
            finite("divisor", divisor);
            finite("base", base);
            range(floor, cap);
        }

        /** From 0 at {@code start} to 1 after {@code divisor} whole seconds. */
        public static Ramp ofSeconds(long start, double divisor) {
            return new Ramp(start, 1000, divisor, 0, 0, 1);
        }

        @Override
        public double at(long time) {
            if (divisor == 0) {
                return time >= start ? cap : floor;
            }
            long units = Math.floorDiv(time, unit) - Math.floorDiv(start, unit);
            return clamp(base + units / divisor, floor, cap);
        }
    }

    /**
     * Grows by {@code increment} after every whole interval: {@code increment * n}, kept within -max..max, where n is the
     * integer {@code floorDiv(time - start, every)}, at least 0.
     *
     * @param start where the first interval begins
     * @param every milliseconds, at least 1
     * @param increment may be negative
     * @param max at least 0; infinity = no limit
     */
    record Step(long start, long every, double increment, double max) implements Form {
        public Step {
            atLeastOne("every", every);
            finite("increment", increment);
            range(0, max);
        }

        @Override
        public double at(long time) {
            long intervals = Math.max(0, Math.floorDiv(time - start, every));
            return clamp(increment * intervals, -max, max);
        }
    }

    /**
     * Rises steeply towards a target: {@code 1 / (r * r)} with r = (target - time) / unit, never less than epsilon; past the
     * target it goes on by {@code afterMiss} per unit: {@code 1 / (epsilon * epsilon) + afterMiss * (time - target) / unit}.
     *
     * @param target epoch milliseconds
     * @param unit milliseconds, at least 1
     * @param epsilon in units, above 0
     * @param afterMiss growth per unit once the target is missed
     */
    record InverseSquare(long target, long unit, double epsilon, double afterMiss) implements Form {
        public InverseSquare {
            atLeastOne("unit", unit);
            finite("afterMiss", afterMiss);
            if (!(epsilon > 0)) {
                throw new IllegalArgumentException("epsilon " + epsilon + ": must be above 0");
            }
        }

        @Override
        public double at(long time) {
            double missed = Math.max(0, time - target) / (double) unit;
            double left = Math.max(epsilon, (target - time) / (double) unit);
            return 1 / (left * left) + afterMiss * missed;
        }
    }

    /** {@code value} kept within {@code floor..cap}. */
    static double clamp(double value, double floor, double cap) {
        return Math.max(floor, Math.min(cap, value));
    }

    private static void finite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " " + value + ": must be finite");
        }
    }

    private static void atLeastOne(String name, long millis) {
        if (millis < 1) {
            throw new IllegalArgumentException(name + " " + millis + " ms: must be at least 1");
        }
    }

    private static void range(double floor, double cap) {
        if (!(floor <= cap)) {
            throw new IllegalArgumentException("range " + floor + " to " + cap + ": the floor must not exceed the cap");
        }
    }
}
