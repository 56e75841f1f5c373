package io.fairway.reading;

import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Keys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The rows that decide fairshare and order of a domain, as they lie. Two readings of one copy differ by what was changed in it, and never
 * by what its task writes meanwhile.
 *
 * @param stores the content of each store
 */
public record CopiedRows(Map<Stores.KeyValue, NavigableMap<String, byte[]>> stores) {
    private static final List<Stores.KeyValue> STORES = List.of(
            Stores.POLICIES,
            Stores.SHARES,
            Stores.HOSTS,
            Stores.REMOTE_USAGE,
            Stores.SOURCES,
            Stores.LINES,
            Stores.RINGS,
            Stores.ACTIVE_JOBS);

    /** What was sent before decides only where priorities must not fall. */
    private static final List<Stores.KeyValue> SENT = List.of(Stores.PRIORITIES_SENT, Stores.EMITTED);

    /** With 20,000 waiting jobs and 500 events a second, a question met commits in three readings, one after the other. */
    private static final int TRIES = 10;

    /** Copies rows once. A task may commit meanwhile, as beside every reading. */
    public static CopiedRows of(DomainSnapshot reading) {
        List<Stores.KeyValue> kinds = new ArrayList<>(STORES);
        if (reading.policies().stream().anyMatch(policy -> policy.family().neverFalls())) {
            kinds.addAll(SENT);
        }
        Map<Stores.KeyValue, NavigableMap<String, byte[]>> rows = new LinkedHashMap<>();
        for (Stores.KeyValue kind : kinds) {
            NavigableMap<String, byte[]> content = new TreeMap<>();
            StateStores.forEach(reading.stores().get(kind), Keys.domain(reading.domain()), content::put);
            rows.put(kind, content);
        }
        return new CopiedRows(rows);
    }

    /**
     * Copies rows of one commit. What was read across a commit is read again, ten times at most.
     *
     * @throws IllegalStateException if a commit fell into each of them
     */
    public static CopiedRows ofOneCommit(DomainSnapshot reading) {
        for (int i = 0; i < TRIES; i++) {
            NavigableMap<String, byte[]> before = marks(reading.stores());
            CopiedRows rows = of(reading);
            if (Arrays.deepEquals(
                    before.values().toArray(), marks(reading.stores()).values().toArray())) {
                return rows;
            }
        }
        throw new IllegalStateException("domain " + reading.domain() + ": its task writes all the time; try again");
    }

    private static NavigableMap<String, byte[]> marks(StateStores<?, ?> stores) {
        NavigableMap<String, byte[]> marks = new TreeMap<>();
        StateStores.forEach(stores.get(Stores.MARKS), marks::put);
        return marks;
    }

    /** The copies, to read a domain from them. */
    public Map<Stores.KeyValue, ReadOnlyKeyValueStore<String, byte[]>> asStores() {
        Map<Stores.KeyValue, ReadOnlyKeyValueStore<String, byte[]>> copies = new LinkedHashMap<>();
        stores.forEach((kind, rows) -> copies.put(kind, new MapStore(rows)));
        return copies;
    }
}
