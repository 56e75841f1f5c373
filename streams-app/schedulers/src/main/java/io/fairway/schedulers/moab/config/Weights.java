package io.fairway.schedulers.moab.config;

import java.util.EnumMap;
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

    private final EnumMap<PriorityComponent, Long> componentWeights;
    private final EnumMap<PriorityComponent, Long> componentCaps;
    private final EnumMap<Subfactor, Long> weights;
    private final EnumMap<Subfactor, Long> caps;

    private Weights(Builder builder) {
        componentWeights = builder.componentWeights.clone();
        componentCaps = builder.componentCaps.clone();
        weights = builder.weights.clone();
        caps = builder.caps.clone();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** These settings over those of {@code global}: a partition's settings over the global ones. */
    public Weights over(Weights global) {
        Builder merged = new Builder();
        merged.addAll(global);
        merged.addAll(this);
        return merged.build();
    }

    public long weight(PriorityComponent component) {
        return componentWeights.getOrDefault(component, 1L);
    }

    public long weight(Subfactor subfactor) {
        return weights.getOrDefault(subfactor, subfactor == Subfactor.QUEUETIME ? 1L : 0L);
    }

    /** The cap of a component; infinity without one. */
    public double cap(PriorityComponent component) {
        return cap(componentCaps.getOrDefault(component, 0L));
    }

    /** The cap of a subfactor; infinity without one. */
    public double cap(Subfactor subfactor) {
        return cap(caps.getOrDefault(subfactor, 0L));
    }

    private static double cap(long cap) {
        return cap > 0 ? (double) cap : Double.POSITIVE_INFINITY;
    }

    /** Collects settings. */
    public static final class Builder {
        private final EnumMap<PriorityComponent, Long> componentWeights = new EnumMap<>(PriorityComponent.class);
        private final EnumMap<PriorityComponent, Long> componentCaps = new EnumMap<>(PriorityComponent.class);
        private final EnumMap<Subfactor, Long> weights = new EnumMap<>(Subfactor.class);
        private final EnumMap<Subfactor, Long> caps = new EnumMap<>(Subfactor.class);

        private Builder() {}

        public Builder weight(PriorityComponent component, long value) {
            componentWeights.put(component, checked(component.weightParameter(), value));
            return this;
        }

        public Builder weight(Subfactor subfactor, long value) {
            weights.put(subfactor, checked(subfactor.weightParameter(), value));
            return this;
        }

        public Builder cap(PriorityComponent component, long value) {
            componentCaps.put(component, checked(component.capParameter(), value));
            return this;
        }

        public Builder cap(Subfactor subfactor, long value) {
            caps.put(subfactor, checked(subfactor.capParameter(), value));
            return this;
        }

        public Weights build() {
            return new Weights(this);
        }

        private void addAll(Weights other) {
            componentWeights.putAll(other.componentWeights);
            componentCaps.putAll(other.componentCaps);
            weights.putAll(other.weights);
            caps.putAll(other.caps);
        }

        /** A double holds these numbers, and products of two, with enough precision. */
        private static long checked(String parameter, long value) {
            if (value > Integer.MAX_VALUE || value < -Integer.MAX_VALUE) {
                throw new IllegalArgumentException(parameter + " " + value + ": must be within 32 bits");
            }
            return value;
        }
    }

    /** The explicit settings, for people. */
    @Override
    public String toString() {
        Map<String, Long> all = new TreeMap<>();
        componentWeights.forEach((component, value) -> all.put(component.weightParameter(), value));
        componentCaps.forEach((component, value) -> all.put(component.capParameter(), value));
        weights.forEach((subfactor, value) -> all.put(subfactor.weightParameter(), value));
        caps.forEach((subfactor, value) -> all.put(subfactor.capParameter(), value));
        return all.toString();
    }
}
