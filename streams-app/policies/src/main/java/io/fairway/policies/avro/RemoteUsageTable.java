package io.fairway.policies.avro;

import io.fairway.avro.RemoteUsage;
import io.fairway.schedulers.lsf.fairshare.RemoteLoad;
import io.fairway.schedulers.moab.fairshare.ImportedUsage;
import java.util.Collection;
import java.util.Collections;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The usage on other clusters that was imported into one domain, as each scheduler counts it. */
public final class RemoteUsageTable {
    // By key, because sums of doubles depend on the order.
    private final TreeMap<String, ImportedUsage> windows = new TreeMap<>();
    private final TreeMap<String, RemoteLoad> loads = new TreeMap<>();

    /**
     * Takes a record in, in place of the one before it.
     *
     * @param key of the record, which names its kind
     * @param record null = it was deleted
     * @throws IllegalArgumentException if the record is not possible; the message names the value and the rule
     */
    public void put(String key, @Nullable RemoteUsage record) {
        if (record == null) {
            windows.remove(key);
            loads.remove(key);
        } else if (RemoteUsages.isLoad(record)) {
            loads.put(key, RemoteUsages.load(record));
        } else {
            windows.put(key, RemoteUsages.usage(record));
        }
    }

    /**
     * Whether a record says what is known already.
     *
     * @param record null = it was deleted
     * @throws IllegalArgumentException if the record is not possible; the message names the value and the rule
     */
    public boolean isKnown(String key, @Nullable RemoteUsage record) {
        Object last = windows.containsKey(key) ? windows.get(key) : loads.get(key);
        Object now = record == null
                ? null
                : RemoteUsages.isLoad(record) ? RemoteUsages.load(record) : RemoteUsages.usage(record);
        return Objects.equals(last, now);
    }

    /** The loads of share accounts, in the order of their keys. */
    public Collection<RemoteLoad> loads() {
        return Collections.unmodifiableCollection(loads.values());
    }

    /** The usage in windows, in the order of the keys. */
    public Collection<ImportedUsage> windows() {
        return Collections.unmodifiableCollection(windows.values());
    }
}
