package io.fairway.engine.state;

import io.fairway.engine.state.change.Change;
import io.fairway.engine.state.change.Inbound;
import io.fairway.engine.store.DecodeCache;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.policies.avro.RemoteUsageTable;
import io.fairway.records.StoredRecords;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The usage on other clusters that was imported into one domain. */
public final class ImportedUsageBook {
    private final RemoteUsageTable usage = new RemoteUsageTable();

    void restore(StateStores<?, ?> stores, DecodeCache decodeCache, Consumer<Change> replay) {
        decodeCache.forEach(
                stores.get(Stores.REMOTE_USAGE),
                Change.Imported.class,
                (key, bytes) -> new Change.Imported(key, StoredRecords.remoteUsage(bytes)),
                replay::accept);
    }

    void replay(Change.Imported imported) {
        usage.put(imported.key(), imported.usage());
    }

    /** The change of a record; null if there is none. */
    public Change.@Nullable Imported decide(Inbound.Imported record) {
        return usage.isKnown(record.key(), record.usage()) ? null : new Change.Imported(record.key(), record.usage());
    }

    /** What policies read of it. */
    public RemoteUsageTable usage() {
        return usage;
    }
}
