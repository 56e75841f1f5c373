package io.fairway.app.runtime;

import io.fairway.engine.UsageSettings;
import io.fairway.records.Basis;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Whether the state of all instances was made with the settings of this one. A start checks it; two instances that start at the
 * same time on an empty state see it here.
 */
final class SettingsProbe implements Probe {
    private final UsageSettings settings;
    private final Supplier<List<Basis>> bases;
    private final Runnable close;
    private volatile int different;

    /**
     * @param settings of this instance
     * @param bases what the state of each partition rests on now
     * @param close runs after the last look
     */
    SettingsProbe(UsageSettings settings, Supplier<List<Basis>> bases, Runnable close) {
        this.settings = settings;
        this.bases = bases;
        this.close = close;
    }

    /** The settings that differ from those of some state, each with both values; sorted. */
    static List<String> differences(UsageSettings settings, Collection<Basis> bases) {
        TreeSet<String> all = new TreeSet<>();
        bases.forEach(basis -> all.addAll(settings.differences(basis.settings())));
        return List.copyOf(all);
    }

    /** The number of settings that differed at the last look. */
    int different() {
        return different;
    }

    @Override
    public String asked() {
        return "the state";
    }

    @Override
    public @Nullable Fault look() {
        if (settings.replaces()) {
            return null; // Its tasks are replacing them.
        }
        try {
            List<String> differences = differences(settings, bases.get());
            different = differences.size();
            return differences.isEmpty()
                    ? null
                    : new Fault(
                            "another instance makes usage with other settings: " + String.join("; ", differences)
                                    + "; stop all instances but those with the right value",
                            Effect.PAUSED);
        } catch (KafkaException away) {
            return null; // The probe of topics says it.
        }
    }

    @Override
    public void close() {
        close.run();
    }
}
