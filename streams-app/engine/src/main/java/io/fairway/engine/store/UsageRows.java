package io.fairway.engine.store;

import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;

/** Rows of plain usage by the beginning of their window. */
public interface UsageRows {
    byte @Nullable [] fetch(String key, long start);

    void put(String key, byte[] row, long start);

    static UsageRows of(WindowStore<String, byte[]> store) {
        return new UsageRows() {
            @Override
            public byte @Nullable [] fetch(String key, long start) {
                return store.fetch(key, start);
            }

            @Override
            public void put(String key, byte[] row, long start) {
                store.put(key, row, start);
            }
        };
    }

    /** For books that only read lines. */
    static UsageRows none() {
        return new UsageRows() {
            @Override
            public byte @Nullable [] fetch(String key, long start) {
                return null;
            }

            @Override
            public void put(String key, byte[] row, long start) {
                throw new IllegalStateException("a question writes nothing");
            }
        };
    }
}
