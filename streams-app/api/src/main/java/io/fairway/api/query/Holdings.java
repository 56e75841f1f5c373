package io.fairway.api.query;

import io.fairway.engine.store.SnapshotStores;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which instance holds what, and what this one holds. Instances are named {@code host:port} of their HTTP server. */
public interface Holdings {
    /** This instance. */
    String self();

    /** Every instance that is known, this one included. */
    Set<String> instances();

    /** The partition that a domain is on. */
    int partition(String domain);

    /** The instances that hold a partition, the active one first; none while nobody knows. */
    List<String> holders(int partition);

    /** The partitions of which this instance has a copy. */
    Set<Integer> partitions();

    /** This instance's copy of a partition; null = it has none that can be read. */
    @Nullable
    Copy copy(int partition);

    /** What this instance does: RUNNING, REBALANCING ... */
    String state();

    /**
     * A copy of a partition's stores.
     *
     * @param active whether this instance processes the partition; else it is a standby
     * @param lag records of the stores' logs that the copy has not read
     */
    record Copy(int partition, boolean active, long lag, SnapshotStores stores) {
        /** Whether the copy holds only a part of what there is: what is active but behind is being restored. */
        boolean isRestoring(long mostLag) {
            return lag > (active ? 0 : mostLag);
        }
    }
}
