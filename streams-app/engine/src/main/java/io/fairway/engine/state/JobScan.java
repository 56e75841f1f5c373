package io.fairway.engine.state;

import io.fairway.core.stored.SettledJob;
import io.fairway.core.stored.StateCodec;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** The jobs of one domain that the stores hold, active and ended ones together, in the order of their keys. */
final class JobScan {
    private final String domain;
    private final StateStores<?, ?> stores;
    private final Runnable flush;

    /** @param flush writes all changes to the stores */
    JobScan(String domain, StateStores<?, ?> stores, Runnable flush) {
        this.domain = domain;
        this.stores = stores;
        this.flush = flush;
    }

    /** The jobs after a key, see {@link JobBook#keptAfter}. */
    List<JobBook.Kept> after(String key, int most) {
        String from = key.isEmpty() ? Keys.domain(domain) + "|" : key + "\u0000";
        String to = Keys.domain(domain) + "}";
        List<JobBook.Kept> kept = new ArrayList<>();
        flush.run();
        collect(
                stores.get(Stores.ACTIVE_JOBS),
                from,
                to,
                most,
                (k, bytes) -> new JobBook.Kept(k, StateCodec.decodeJob(bytes), false),
                kept);
        collect(
                stores.get(Stores.SETTLED_JOBS),
                from,
                to,
                most,
                (k, bytes) -> SettledJob.isMark(bytes)
                        ? null
                        : new JobBook.Kept(k, SettledJob.read(bytes).state(), true),
                kept);
        kept.sort((one, other) -> RecalculationBook.compare(one.key(), other.key()));
        return kept.size() > most ? kept.subList(0, most) : kept;
    }

    private static void collect(
            ReadOnlyKeyValueStore<String, byte[]> store,
            String from,
            String to,
            int most,
            BiFunction<String, byte[], JobBook.@Nullable Kept> decode,
            List<JobBook.Kept> kept) {
        try (KeyValueIterator<String, byte[]> entries = store.range(from, to)) {
            for (int found = 0; found < most && entries.hasNext(); ) {
                KeyValue<String, byte[]> entry = entries.next();
                JobBook.Kept job = decode.apply(entry.key, entry.value);
                if (job != null) {
                    kept.add(job);
                    found++;
                }
            }
        }
    }
}
