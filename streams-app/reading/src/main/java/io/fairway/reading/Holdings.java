package io.fairway.reading;

import io.fairway.engine.store.StateStores;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells which instances hold which partitions, and the copies of this one. An instance's name is the {@code host:port}
 * of its HTTP server.
 */
public interface Holdings {
    /** This instance. */
    String self();

    /** Every known instance, this one included. */
    Set<String> instances();

    /** The partition of a domain. */
    int partition(String domain);

    /** The instances that hold a partition, the active one first; none while nobody knows. */
    List<String> holders(int partition);

    /** The partitions of which this instance has a copy. */
    Set<Integer> partitions();

    /** This instance's copy of a partition; null = it has no readable copy. */
    @Nullable
    Copy copy(int partition);

    /** This instance's state: RUNNING, REBALANCING ... */
    String state();

    /** What is wrong around this instance, so that it should not be asked; null = nothing. */
    default @Nullable String problem() {
        return null;
    }

    /** How many dead letters of each kind this instance has sent since it started; none = it does not count them. */
    default Map<String, Long> deadLetters() {
        return Map.of();
    }

    /**
     * A copy of a partition's stores.
     *
     * @param active whether this instance processes the partition; else it is a standby
     * @param lag records of the stores' logs that the copy has not read
     */
    record Copy(int partition, boolean active, long lag, StateStores<?, ?> stores) {
        /** Whether the copy is incomplete: an active copy that is behind is being restored. */
        public boolean isRestoring(long mostLag) {
            return lag > (active ? 0 : mostLag);
        }
    }
}
