package io.fairway.schedulers.moab.config;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The explicit weights and caps of components and subfactors: whole numbers of either sign. The defaults are weight 1
 * for components and QUEUETIME, else 0, and no cap. A cap of 0 or less means none. Immutable.
 *
 * <p>Source: Maui admin guide 5.1.1 (defaults), where Appendix F has component weights of 0.
 */
public final class Weights {
    /** No explicit settings. */
    public static final Weights DEFAULT = builder().build();

    /** By parameter. */
    private final Map<String, Long> values;

    private Weights(Map<String, Long> values) {
        this.values = Map.copyOf(values);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** These settings over those of {@code global}: a partition's settings over the global ones. */
    public Weights over(Weights global) {
        Map<String, Long> merged = new HashMap<>(global.values);
        merged.putAll(values);
        return new Weights(merged);
    }

    public long weight(PriorityComponent component) {
        return values.getOrDefault(component.weightParameter(), 1L);
    }

    public long weight(Subfactor subfactor) {
        return values.getOrDefault(subfactor.weightParameter(), subfactor == Subfactor.QUEUETIME ? 1L : 0L);
    }

    /** The cap of a component; infinity without one. */
    public double cap(PriorityComponent component) {
        return cap(values.getOrDefault(component.capParameter(), 0L));
    }

    /** The cap of a subfactor; infinity without one. */
    public double cap(Subfactor subfactor) {
        return cap(values.getOrDefault(subfactor.capParameter(), 0L));
    }

    private static double cap(long cap) {
        return cap > 0 ? (double) cap : Double.POSITIVE_INFINITY;
    }

    /** Collects settings. */
    public static final class Builder {
        private final Map<String, Long> values = new HashMap<>();

        private Builder() {}

        public Builder weight(PriorityComponent component, long value) {
            return set(component.weightParameter(), value);
        }

        public Builder weight(Subfactor subfactor, long value) {
            return set(subfactor.weightParameter(), value);
        }

        public Builder cap(PriorityComponent component, long value) {
            return set(component.capParameter(), value);
        }

        public Builder cap(Subfactor subfactor, long value) {
            return set(subfactor.capParameter(), value);
        }

        /** A double holds these numbers, and products of two, with enough precision. */
        Builder set(String parameter, long value) {
            if (value > Integer.MAX_VALUE || value < -Integer.MAX_VALUE) {
                throw new IllegalArgumentException(parameter + " " + value + ": must be within 32 bits");
            }
            values.put(parameter, value);
            return this;
        }

        public Weights build() {
            return new Weights(values);
        }
    }

    /** The explicit settings, for people. */
    @Override
    public String toString() {
        return new TreeMap<>(values).toString();
    }
}
