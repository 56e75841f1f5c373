package io.fairway.schedulers.lsf;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one place of the configuration (the cluster, or a queue) says about the dynamic user priority. Immutable. */
public final class LsfSettings {
    /** Nothing set. */
    public static final LsfSettings NONE = new LsfSettings(new EnumMap<>(LsfParameter.class));

    private final EnumMap<LsfParameter, Double> values;

    private LsfSettings(EnumMap<LsfParameter, Double> values) {
        this.values = values;
    }

    /**
     * The settings of the whole cluster, as in lsb.params and lsf.conf.
     *
     * @throws IllegalArgumentException at a keyword or value that is none
     */
    public static LsfSettings ofCluster(Map<String, String> texts) {
        return read("cluster", texts, true);
    }

    /**
     * The settings of one queue, as in lsb.queues.
     *
     * @throws IllegalArgumentException at a keyword or value that is none, or that a queue cannot have
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
                        place + ": " + keyword + " \"" + text + "\": only the whole cluster has it (lsf.conf)");
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
                place + ": " + keyword + " is no parameter of the dynamic user priority, which are "
                        + Set.of(LsfParameter.values()).stream()
                                .map(LsfParameter::name)
                                .sorted()
                                .toList());
    }

    /** The value that was set; {@code null} where none was. */
    public @Nullable Double get(LsfParameter parameter) {
        return values.get(parameter);
    }
}
