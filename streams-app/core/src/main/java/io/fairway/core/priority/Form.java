package io.fairway.core.priority;

/**
 * How a number changes with time alone: the closed set of forms in a priority record. Any reader, in any language, can
 * compute them at any instant. Times are epoch milliseconds; all arithmetic is IEEE double, in the written order,
 * except for the named integers.
 */
public sealed interface Form {
    /** The value at {@code time}. */
    double at(long time);

    /**
     * The same at every instant.
     *
     * @param value finite
     */
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
     * integer {@code floorDiv(time, unit) - floorDiv(start, unit)}. It counts whole units of the clock rather than of
     * the elapsed time, like a scheduler whose clock ticks in seconds.
     *
     * <p>Divisor 0 is a jump: {@code cap} from {@code start} on, {@code floor} before.
     *
     * @param start time at which the value is {@code base}
     * @param unit milliseconds, at least 1
     * @param divisor units per growth of 1; a negative divisor makes the value fall
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
     * Rises steeply towards a target: {@code 1 / (r * r)} with r = (target - time) / unit, where r is at least epsilon.
     * Past the target it grows by {@code afterMiss} per unit:
     * {@code 1 / (epsilon * epsilon) + afterMiss * (time - target) / unit}.
     *
     * @param target epoch milliseconds
     * @param unit milliseconds, at least 1
     * @param epsilon in units, above 0
     * @param afterMiss growth per unit after the target
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

    /** {@code value}, limited to {@code floor..cap}. */
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
