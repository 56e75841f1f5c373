package io.fairway.reading.past;

import io.fairway.core.usage.WindowRow;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.reading.DomainSnapshot;
import io.fairway.schemas.Keys;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/** The share nodes of an earlier hour: those of now, with what they were before they changed since. */
final class PastShares {
    private PastShares() {}

    /** The instant from which on changes of shares are kept, epoch milliseconds; Long.MAX_VALUE = not yet. */
    static long keptSince(DomainSnapshot now) {
        byte @Nullable [] since = now.stores().get(Stores.BASIS).get(Keys.sharesKeptSince(now.domain()));
        long kept = since == null ? Long.MAX_VALUE : ByteBuffer.wrap(since).getLong();
        return Math.max(kept, now.asOf() - Stores.SHARE_CHANGES.retention().toMillis());
    }

    /** The share nodes at the beginning of an instant's hour, as their store holds them. */
    static NavigableMap<String, byte[]> of(DomainSnapshot now, long at) {
        if (keptSince(now) > at) {
            throw new PastUnknownException(
                    keptSince(now) == Long.MAX_VALUE
                            ? "earlier shares are not known yet"
                            : "shares before " + Instant.ofEpochMilli(keptSince(now))
                                    + " are not known: ask for that instant or a later one");
        }
        NavigableMap<String, byte[]> shares = new TreeMap<>();
        StateStores.forEach(now.stores().get(Stores.SHARES), Keys.domain(now.domain()), shares::put);
        first(now, WindowRow.start(at, WindowRow.HOUR)).forEach((key, change) -> {
            if (change.value.length == 0) {
                shares.remove(key);
            } else {
                shares.put(key, change.value);
            }
        });
        return shares;
    }

    /** The first change of each node since an hour, with what it was before. */
    private static Map<String, KeyValue<Windowed<String>, byte[]>> first(DomainSnapshot now, long hour) {
        Map<String, KeyValue<Windowed<String>, byte[]>> first = new HashMap<>();
        try (KeyValueIterator<Windowed<String>, byte[]> changes = now.stores()
                .get(Stores.SHARE_CHANGES)
                .fetchAll(Instant.ofEpochMilli(hour), Instant.ofEpochMilli(Long.MAX_VALUE / 2))) {
            while (changes.hasNext()) {
                KeyValue<Windowed<String>, byte[]> change = changes.next();
                if (Keys.domainOf(change.key.key()).equals(now.domain())) {
                    first.merge(
                            change.key.key(),
                            change,
                            (one, other) -> one.key.window().start()
                                            <= other.key.window().start()
                                    ? one
                                    : other);
                }
            }
        }
        return first;
    }
}
