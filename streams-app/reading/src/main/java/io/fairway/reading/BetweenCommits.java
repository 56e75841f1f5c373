package io.fairway.reading;

import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Reads stores beside the task that writes them, so that all that is read is of one commit. */
public final class BetweenCommits {
    /** With 20,000 waiting jobs and 500 events a second, a question met commits in three readings, one after the other. */
    private static final int TRIES = 10;

    private BetweenCommits() {}

    /**
     * Reads. What was read across a commit is read again, ten times at most.
     *
     * @throws IllegalStateException if a commit fell into each of them
     */
    public static <T> T read(String domain, StateStores<?, ?> stores, Supplier<T> reading) {
        for (int i = 0; i < TRIES; i++) {
            NavigableMap<String, byte[]> before = marks(stores);
            T read = reading.get();
            if (Arrays.deepEquals(
                    before.values().toArray(), marks(stores).values().toArray())) {
                return read;
            }
        }
        throw new IllegalStateException("domain " + domain + ": its task writes all the time; try again");
    }

    private static NavigableMap<String, byte[]> marks(StateStores<?, ?> stores) {
        NavigableMap<String, byte[]> marks = new TreeMap<>();
        StateStores.forEach(stores.get(Stores.MARKS), marks::put);
        return marks;
    }
}
