package io.fairway.engine.task;

import io.fairway.engine.UsageSettings;
import io.fairway.engine.store.StateStores;
import io.fairway.records.Basis;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.KnownSchemas;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Keeps with the state of a task what it rests on. Everything is written in the transaction of the records that it is true of, so
 * no state is without it.
 */
final class KeptBasis {
    private final KeyValueStore<String, byte[]> store;
    private final UsageSettings settings;
    private final @Nullable KnownSchemas known;
    private boolean settingsKept;
    private int schemasKept;

    /** @param serdes the schemas of these are kept, if they are to be */
    KeptBasis(KeyValueStore<String, byte[]> store, UsageSettings settings, FairwaySerdes serdes) {
        this.store = store;
        this.settings = settings;
        known = serdes.keepsSchemas() ? serdes.known() : null;
    }

    /**
     * Reads what is kept, and says the schemas to the serdes.
     *
     * @throws SettingsDifferException if the state was made with other settings
     */
    void restore() {
        Map<String, byte[]> entries = new TreeMap<>();
        StateStores.forEach(store, entries::put);
        Basis basis = Basis.of(entries);
        List<String> differences = settings.differences(basis.settings());
        if (!differences.isEmpty() && !settings.replaces()) {
            throw new SettingsDifferException(differences);
        }
        settingsKept = basis.settings().entrySet().containsAll(settings.values().entrySet());
        if (known != null) {
            basis.schemas().forEach(known::kept);
        }
    }

    /** Writes what is new since the last call. A commit must follow. */
    void keep() {
        if (!settingsKept) {
            settingsKept = true;
            settings.values().forEach((name, value) -> put(Keys.setting(name), value));
        }
        if (known != null && schemasKept < known.count()) {
            List<KnownSchemas.Entry> more = known.after(schemasKept);
            schemasKept += more.size();
            for (KnownSchemas.Entry entry : more) {
                String key = Keys.schema(entry.id(), entry.topic());
                if (store.get(key) == null) {
                    put(key, entry.schema());
                }
            }
        }
    }

    private void put(String key, String text) {
        store.put(key, text.getBytes(StandardCharsets.UTF_8));
    }
}
