package io.fairway.engine.store;

import io.fairway.stores.ConcurrentStore;
import io.fairway.stores.SegmentedWindows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.WindowStore;

/**
 * The state stores: one value declares, builds and opens each. Keys are key texts that begin with the domain, but for
 * the marks and the basis.
 */
public final class Stores {
    /** State of jobs that wait or run: domain|cluster|job. */
    public static final KeyValue ACTIVE_JOBS = new KeyValue("jobs-active", Place.MEMORY);

    /**
     * State of jobs that ended, until the ledger's horizon: domain|cluster|job. RocksDB bounds the memory. It also
     * keeps the process id: without that, a killed instance would not be fenced at once when it comes back.
     */
    public static final KeyValue SETTLED_JOBS = new KeyValue("jobs-settled", Place.DISK);

    /** Lines, and whether they were sent: domain|measure|tree|account|user. */
    public static final KeyValue LINES = new KeyValue("lines", Place.INDEXED_MEMORY);

    /** Lines that are being computed anew: domain|measure|tree|account|user. */
    public static final KeyValue LINES_ANEW = new KeyValue("lines-anew", Place.MEMORY);

    /** Fairshare windows, and whether they were sent: domain|measure|tree|account|user. */
    public static final KeyValue RINGS = new KeyValue("rings", Place.MEMORY);

    /** Fingerprints of the last sent priority records, or these records themselves if they must not fall: domain|policy|cluster|job|request. */
    public static final KeyValue PRIORITIES_SENT = new KeyValue("priorities-sent", Place.MEMORY);

    /** Fingerprints of the last sent orders of queues: domain|policy|pool. */
    public static final KeyValue ORDERS_SENT = new KeyValue("orders-sent", Place.MEMORY);

    /** Share nodes, deleted ones included: domain|tree|account|user. */
    public static final KeyValue SHARES = new KeyValue("shares", Place.MEMORY);

    /** Hosts: domain|cluster|host. */
    public static final KeyValue HOSTS = new KeyValue("hosts", Place.MEMORY);

    /** Policies: domain|name|effectiveFrom. */
    public static final KeyValue POLICIES = new KeyValue("policies", Place.MEMORY);

    /** Usage on other clusters: domain|source|credential|name. */
    public static final KeyValue REMOTE_USAGE = new KeyValue("remote-usage", Place.MEMORY);

    /**
     * What sources said of how far they looked: domain|cluster|source|since. When the lease ended of a run that has no other
     * end: domain|cluster|job.
     */
    public static final KeyValue SOURCES = new KeyValue("sources", Place.MEMORY);

    /** Adjustments: domain|tree|account|user|id. */
    public static final KeyValue ADJUSTMENTS = new KeyValue("adjustments", Place.DISK);

    /** Facts later than their domain's clock: domain|cluster|job|time|digest. */
    public static final KeyValue DEFERRED = new KeyValue("held", Place.MEMORY);

    /** The last sent fairshare of a node: domain|policy|tree|account|user. */
    public static final KeyValue EMITTED = new KeyValue("emitted", Place.MEMORY);

    /** The rank records that were sent and not withdrawn: domain|policy|tree|account. */
    public static final KeyValue RANKS_SENT = new KeyValue("ranks-sent", Place.MEMORY);

    /**
     * The clock of a domain, and the instant through which facts were applied: domain. The last job that a recharge
     * under way has charged: domain|measure|kind. A mark that the newest record of a policy version was refused:
     * domain|policy|effectiveFrom|refused.
     */
    public static final KeyValue CLOCKS = new KeyValue("clocks", Place.MEMORY);

    /** What is applied of each input topic: the name of the topic. */
    public static final KeyValue MARKS = new KeyValue("marks", Place.MEMORY);

    /** The settings that made the state: setting|name. The schemas of records read and written: schema|id|topic. */
    public static final KeyValue BASIS = new KeyValue("basis", Place.MEMORY);

    /**
     * What the relay has passed on: the name of the topic. A store belongs to one sub-topology only. The only store with
     * a cache: it is written for every record, and its changelog once a commit.
     */
    public static final KeyValue RELAY_MARKS = new KeyValue("relay-marks", Place.MEMORY, true);

    /** Plain usage by hour: domain|measure|tree|account|user. */
    public static final Window HOURS = new Window("usage-hours", Duration.ofHours(1), Duration.ofDays(35));

    /** Plain usage by day: domain|measure|tree|account|user. */
    public static final Window DAYS = new Window("usage-days", Duration.ofDays(1), Duration.ofDays(800));

    /** Share nodes as they were before the first change of an hour: domain|tree|account|user. See {@code ShareChange}. */
    public static final Window SHARE_CHANGES = new Window("share-changes", Duration.ofHours(1), Duration.ofDays(800));

    private static final Map<String, String> LOG_APPEND_TIME = Map.of("message.timestamp.type", "LogAppendTime");

    private Stores() {}

    /** The store of the relay. */
    public static StoreBuilder<?> relay() {
        return RELAY_MARKS.builder();
    }

    /** The key-value stores of the domains, in the order of the topology. */
    public static List<KeyValue> keyValues() {
        return List.of(
                ACTIVE_JOBS,
                SETTLED_JOBS,
                LINES,
                LINES_ANEW,
                RINGS,
                PRIORITIES_SENT,
                ORDERS_SENT,
                SHARES,
                HOSTS,
                POLICIES,
                REMOTE_USAGE,
                SOURCES,
                ADJUSTMENTS,
                DEFERRED,
                EMITTED,
                RANKS_SENT,
                CLOCKS,
                MARKS,
                BASIS);
    }

    /** The window stores of the domains, in the order of the topology. */
    public static List<Window> windows() {
        return List.of(HOURS, DAYS, SHARE_CHANGES);
    }

    /** Every store of the domains, in the order of the topology. */
    public static List<StoreBuilder<?>> builders() {
        List<StoreBuilder<?>> builders = new ArrayList<>();
        keyValues().forEach(store -> builders.add(store.builder()));
        windows().forEach(store -> builders.add(store.builder()));
        return builders;
    }

    /** Where the entries of a store are. */
    enum Place {
        MEMORY,
        /** In memory, with an index. */
        INDEXED_MEMORY,
        DISK
    }

    /** A key-value store of bytes by key text. */
    public record KeyValue(String name, Place place, boolean cached) {
        KeyValue(String name, Place place) {
            this(name, place, false);
        }

        /** Whether its entries are on disk. */
        public boolean persistent() {
            return place == Place.DISK;
        }

        private KeyValueBytesStoreSupplier supplier() {
            return switch (place) {
                case MEMORY -> ConcurrentStore.supplier(name);
                case INDEXED_MEMORY -> ConcurrentStore.indexed(name);
                case DISK -> org.apache.kafka.streams.state.Stores.persistentKeyValueStore(name);
            };
        }

        StoreBuilder<KeyValueStore<String, byte[]>> builder() {
            StoreBuilder<KeyValueStore<String, byte[]>> builder =
                    org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
                                    supplier(), Serdes.String(), Serdes.ByteArray())
                            .withLoggingEnabled(LOG_APPEND_TIME);
            return cached ? builder.withCachingEnabled() : builder.withCachingDisabled();
        }

        public KeyValueStore<String, byte[]> open(ProcessorContext<?, ?> context) {
            return context.getStateStore(name);
        }
    }

    /** A window store of bytes by key text. */
    public record Window(String name, Duration size, Duration retention) {
        StoreBuilder<WindowStore<String, byte[]>> builder() {
            return org.apache.kafka.streams.state.Stores.windowStoreBuilder(
                            SegmentedWindows.supplier(name, retention, size), Serdes.String(), Serdes.ByteArray())
                    .withLoggingEnabled(LOG_APPEND_TIME)
                    .withCachingDisabled();
        }

        public WindowStore<String, byte[]> open(ProcessorContext<?, ?> context) {
            return context.getStateStore(name);
        }
    }
}
