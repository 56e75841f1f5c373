package io.fairway.engine.store;

import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** The stores of one task, open. */
public record EngineStores(
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
        UsageRows hours,
        UsageRows days) {

    public static EngineStores open(ProcessorContext<?, ?> context) {
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
                UsageRows.of(Stores.HOURS.open(context)),
                UsageRows.of(Stores.DAYS.open(context)));
    }

    /** The stores of a task, opened by another thread, to be read. */
    public static EngineStores read(SnapshotStores stores) {
        return new EngineStores(
                stores.open(Stores.ACTIVE_JOBS),
                stores.open(Stores.SETTLED_JOBS),
                stores.open(Stores.LINES),
                stores.open(Stores.RINGS),
                stores.open(Stores.LINES_SENT),
                stores.open(Stores.PRIORITIES_SENT),
                stores.open(Stores.ORDERS_SENT),
                stores.open(Stores.SHARES),
                stores.open(Stores.POLICIES),
                stores.open(Stores.ADJUSTMENTS),
                stores.open(Stores.HELD),
                stores.open(Stores.EMITTED),
                stores.open(Stores.CLOCKS),
                UsageRows.none(),
                UsageRows.none());
    }

    /** The stores that may be the only ones to know a domain. */
    public static final List<Stores.KeyValue> KNOW_DOMAINS = List.of(
            Stores.CLOCKS,
            Stores.SHARES,
            Stores.POLICIES,
            Stores.ACTIVE_JOBS,
            Stores.LINES,
            Stores.RINGS,
            Stores.HELD,
            Stores.ADJUSTMENTS);

    /** The stores that may be the only ones to know a domain. */
    public List<KeyValueStore<String, byte[]>> byDomain() {
        return List.of(clocks, shares, policies, activeJobs, lines, rings, held, adjustments);
    }

    /** Hands out every entry of a store, which the own thread must not change meanwhile. */
    public static void forEach(KeyValueStore<String, byte[]> store, BiConsumer<String, byte[]> action) {
        try (KeyValueIterator<String, byte[]> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<String, byte[]> entry = all.next();
                action.accept(entry.key, entry.value);
            }
        }
    }

    /** Hands out the entries of one domain, in a store that the own thread must not change meanwhile. */
    public static void forEach(
            KeyValueStore<String, byte[]> store, String domainKey, BiConsumer<String, byte[]> action) {
        try (KeyValueIterator<String, byte[]> own = store.range(domainKey + "|", domainKey + "}")) {
            while (own.hasNext()) {
                KeyValue<String, byte[]> entry = own.next();
                action.accept(entry.key, entry.value);
            }
        }
    }
}
