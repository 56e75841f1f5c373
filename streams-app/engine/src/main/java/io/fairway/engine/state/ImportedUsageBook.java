package io.fairway.engine.state;

import io.fairway.avro.RemoteUsage;
import io.fairway.engine.store.Decoded;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.StoredRecords;
import io.fairway.policies.avro.RemoteUsages;
import io.fairway.schedulers.moab.ImportedUsage;
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

    void restore(StateStores stores, Decoded decoded, Consumer<Change> replay) {
        decoded.forEach(
                stores.remoteUsage(),
                Change.Imported.class,
                (key, bytes) -> new Change.Imported(key, StoredRecords.remoteUsage(bytes)),
                replay::accept);
    }

    void replay(Change.Imported imported) {
        RemoteUsage said = imported.usage();
        if (said == null) {
            usage.remove(imported.key());
        } else {
            usage.put(imported.key(), RemoteUsages.usage(said));
        }
    }

    /** The change of a record; null if there is none. */
    public Change.@Nullable Imported decide(Inbound.Imported said) {
        ImportedUsage now = said.usage() == null ? null : RemoteUsages.usage(said.usage());
        return Objects.equals(usage.get(said.key()), now) ? null : new Change.Imported(said.key(), said.usage());
    }

    /** Every record, in the order of their keys. */
    public Collection<ImportedUsage> usage() {
        return Collections.unmodifiableCollection(usage.values());
    }
}
