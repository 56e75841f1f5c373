package io.fairway.engine.store;

import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowStore;

/** The stores of one task, open for reading and writing. */
public record EngineStores(
        KeyValueStore<String, byte[]> activeJobs,
        KeyValueStore<String, byte[]> settledJobs,
        KeyValueStore<String, byte[]> lines,
        KeyValueStore<String, byte[]> linesAnew,
        KeyValueStore<String, byte[]> rings,
        KeyValueStore<String, byte[]> prioritiesSent,
        KeyValueStore<String, byte[]> ordersSent,
        KeyValueStore<String, byte[]> shares,
        KeyValueStore<String, byte[]> hosts,
        KeyValueStore<String, byte[]> policies,
        KeyValueStore<String, byte[]> remoteUsage,
        KeyValueStore<String, byte[]> adjustments,
        KeyValueStore<String, byte[]> held,
        KeyValueStore<String, byte[]> emitted,
        KeyValueStore<String, byte[]> ranksSent,
        KeyValueStore<String, byte[]> clocks,
        KeyValueStore<String, byte[]> marks,
        WindowStore<String, byte[]> hours,
        WindowStore<String, byte[]> days)
        implements StateStores {

    public static EngineStores open(ProcessorContext<?, ?> context) {
        return new EngineStores(
                Stores.ACTIVE_JOBS.open(context),
                Stores.SETTLED_JOBS.open(context),
                Stores.LINES.open(context),
                Stores.LINES_ANEW.open(context),
                Stores.RINGS.open(context),
                Stores.PRIORITIES_SENT.open(context),
                Stores.ORDERS_SENT.open(context),
                Stores.SHARES.open(context),
                Stores.HOSTS.open(context),
                Stores.POLICIES.open(context),
                Stores.REMOTE_USAGE.open(context),
                Stores.ADJUSTMENTS.open(context),
                Stores.HELD.open(context),
                Stores.EMITTED.open(context),
                Stores.RANKS_SENT.open(context),
                Stores.CLOCKS.open(context),
                Stores.MARKS.open(context),
                Stores.HOURS.open(context),
                Stores.DAYS.open(context));
    }
}
