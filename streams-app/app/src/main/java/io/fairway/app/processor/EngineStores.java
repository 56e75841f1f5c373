package io.fairway.app.processor;

import io.fairway.app.store.Stores;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowStore;

/** The stores of one task, open. */
record EngineStores(
        KeyValueStore<String, byte[]> activeJobs,
        KeyValueStore<String, byte[]> settledJobs,
        KeyValueStore<String, byte[]> lines,
        KeyValueStore<String, byte[]> rings,
        KeyValueStore<String, byte[]> linesSent,
        KeyValueStore<String, byte[]> prioritiesSent,
        KeyValueStore<String, byte[]> ordersSent,
        KeyValueStore<String, byte[]> shares,
        KeyValueStore<String, byte[]> policies,
        KeyValueStore<String, byte[]> adjustments,
        KeyValueStore<String, byte[]> held,
        KeyValueStore<String, byte[]> emitted,
        KeyValueStore<String, byte[]> clocks,
        WindowStore<String, byte[]> hours,
        WindowStore<String, byte[]> days) {

    static EngineStores open(ProcessorContext<?, ?> context) {
        return new EngineStores(
                Stores.ACTIVE_JOBS.open(context),
                Stores.SETTLED_JOBS.open(context),
                Stores.LINES.open(context),
                Stores.RINGS.open(context),
                Stores.LINES_SENT.open(context),
                Stores.PRIORITIES_SENT.open(context),
                Stores.ORDERS_SENT.open(context),
                Stores.SHARES.open(context),
                Stores.POLICIES.open(context),
                Stores.ADJUSTMENTS.open(context),
                Stores.HELD.open(context),
                Stores.EMITTED.open(context),
                Stores.CLOCKS.open(context),
                Stores.HOURS.open(context),
                Stores.DAYS.open(context));
    }

    /** The stores that may be the only ones to know a domain. */
    List<KeyValueStore<String, byte[]>> byDomain() {
        return List.of(clocks, shares, policies, activeJobs, lines, rings, held, adjustments);
    }

    /** Hands out every entry of a store. The store must not be changed meanwhile. */
    static void forEach(KeyValueStore<String, byte[]> store, BiConsumer<String, byte[]> action) {
        try (KeyValueIterator<String, byte[]> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<String, byte[]> entry = all.next();
                action.accept(entry.key, entry.value);
            }
        }
    }

    /** Hands out the entries of one domain. The store must not be changed meanwhile. */
    static void forEach(KeyValueStore<String, byte[]> store, String domainKey, BiConsumer<String, byte[]> action) {
        try (KeyValueIterator<String, byte[]> own = store.range(domainKey + "|", domainKey + "}")) {
            while (own.hasNext()) {
                KeyValue<String, byte[]> entry = own.next();
                action.accept(entry.key, entry.value);
            }
        }
    }
}
