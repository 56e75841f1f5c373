package io.fairway.engine.state;

import io.fairway.avro.RemoteUsage;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.state.change.Inbound;
import io.fairway.engine.store.DecodeCache;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.StoredRecords;
import io.fairway.policies.avro.RemoteUsages;
import io.fairway.schedulers.lsf.fairshare.RemoteLoad;
import io.fairway.schedulers.moab.fairshare.ImportedUsage;
import java.util.Collection;
import java.util.Collections;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The usage on other clusters that was imported into one domain. */
public final class ImportedUsageBook {
    // By key, because sums of doubles depend on the order.
    private final TreeMap<String, ImportedUsage> usage = new TreeMap<>();
    private final TreeMap<String, RemoteLoad> loads = new TreeMap<>();

    void restore(StateStores stores, DecodeCache decodeCache, Consumer<Change> replay) {
        decodeCache.forEach(
                stores.remoteUsage(),
                Change.Imported.class,
                (key, bytes) -> new Change.Imported(key, StoredRecords.remoteUsage(bytes)),
                replay::accept);
    }

    void replay(Change.Imported imported) {
        RemoteUsage said = imported.usage();
        if (said == null) {
            usage.remove(imported.key());
            loads.remove(imported.key());
        } else if (RemoteUsages.isLoad(said)) {
            loads.put(imported.key(), RemoteUsages.load(said));
        } else {
            usage.put(imported.key(), RemoteUsages.usage(said));
        }
    }

    /** The change of a record; null if there is none. */
    public Change.@Nullable Imported decide(Inbound.Imported said) {
        RemoteUsage record = said.usage();
        // The key names the kind of record.
        Object known = usage.containsKey(said.key()) ? usage.get(said.key()) : loads.get(said.key());
        Object now = record == null
                ? null
                : RemoteUsages.isLoad(record) ? RemoteUsages.load(record) : RemoteUsages.usage(record);
        return Objects.equals(known, now) ? null : new Change.Imported(said.key(), record);
    }

    /** The loads of share accounts, in the order of their keys. */
    public Collection<RemoteLoad> loads() {
        return Collections.unmodifiableCollection(loads.values());
    }

    /** The records with windows, in the order of their keys. */
    public Collection<ImportedUsage> usage() {
        return Collections.unmodifiableCollection(usage.values());
    }
}
