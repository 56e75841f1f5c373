package io.fairway.engine.state;

import io.fairway.core.usage.WindowRow;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Keys;
import java.nio.ByteBuffer;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowStore;

/** Keeps what share nodes were before they changed, hour by hour, for questions about earlier instants. */
final class ShareChanges {
    private final StateStores<KeyValueStore<String, byte[]>, WindowStore<String, byte[]>> stores;
    private final String begun;
    private boolean known;

    ShareChanges(String domain, StateStores<KeyValueStore<String, byte[]>, WindowStore<String, byte[]>> stores) {
        this.stores = stores;
        begun = Keys.sharesKeptSince(domain);
    }

    /** Notes the instant from which on changes are kept: stores of an earlier version lack those of before. */
    void begin(long clock) {
        KeyValueStore<String, byte[]> basis = stores.get(Stores.BASIS);
        if (!known && basis.get(begun) == null) {
            basis.put(begun, ByteBuffer.allocate(Long.BYTES).putLong(clock).array());
        }
        known = true;
    }

    /** Keeps a node as it is, unless it changed in this hour before. Nothing in the place of its bytes: it is new. */
    void keep(String key, long clock) {
        WindowStore<String, byte[]> changes = stores.get(Stores.SHARE_CHANGES);
        long hour = WindowRow.start(Math.max(0, clock), WindowRow.HOUR);
        if (changes.fetch(key, hour) == null) {
            byte[] before = stores.get(Stores.SHARES).get(key);
            changes.put(key, before == null ? new byte[0] : before, hour);
        }
    }
}
