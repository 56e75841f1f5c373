package io.fairway.schedulers.lsf.config;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The settings of the dynamic user priority at one place of the configuration (the cluster, or a queue). Immutable. */
public final class LsfSettings {
    /** No settings. */
    public static final LsfSettings NONE = new LsfSettings(new EnumMap<>(LsfParameter.class));

    private final EnumMap<LsfParameter, Double> values;

    private LsfSettings(EnumMap<LsfParameter, Double> values) {
        this.values = values;
    }

    /**
     * The settings of the whole cluster, as in lsb.params and lsf.conf.
     *
     * @throws IllegalArgumentException for an unknown keyword or a bad value
     */
    public static LsfSettings ofCluster(Map<String, String> texts) {
        return read("cluster", texts, true);
    }

    /**
     * The settings of one queue, as in lsb.queues.
     *
     * @throws IllegalArgumentException for an unknown keyword, a bad value, or a keyword that a queue cannot have
     */
    public static LsfSettings ofQueue(String queue, Map<String, String> texts) {
        return read("queue " + queue, texts, false);
    }

    private static LsfSettings read(String place, Map<String, String> texts, boolean cluster) {
        EnumMap<LsfParameter, Double> values = new EnumMap<>(LsfParameter.class);
        texts.forEach((keyword, text) -> {
            LsfParameter parameter = parameter(place, keyword);
            if (!cluster && !parameter.ofQueue()) {
                throw new IllegalArgumentException(
                        place + ": " + keyword + " \"" + text + "\": must be set for the whole cluster (lsf.conf)");
            }
            try {
                values.put(parameter, parameter.read(text));
            } catch (IllegalArgumentException refused) {
                throw new IllegalArgumentException(place + ": " + refused.getMessage(), refused);
            }
        });
        return new LsfSettings(values);
    }

    private static LsfParameter parameter(String place, String keyword) {
        for (LsfParameter parameter : LsfParameter.values()) {
            if (parameter.name().equals(keyword)) {
                return parameter;
            }
        }
        throw new IllegalArgumentException(
                place + ": " + keyword + " must be a parameter of the dynamic user priority, one of "
                        + Set.of(LsfParameter.values()).stream()
                                .map(LsfParameter::name)
                                .sorted()
                                .toList());
    }

    /** The explicit value; {@code null} without one. */
    public @Nullable Double get(LsfParameter parameter) {
        return values.get(parameter);
    }
}
