package io.fairway.reading.memory;

import io.fairway.avro.Policy;
import io.fairway.avro.RemoteUsage;
import io.fairway.core.hosts.Host;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.stored.StoredLine;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.WindowRing;
import io.fairway.engine.Budget;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.Origin;
import io.fairway.engine.ProcessorWatch;
import io.fairway.engine.ResultSink;
import io.fairway.engine.domain.DomainEngine;
import io.fairway.engine.state.change.Inbound;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.engine.store.WriteBehind;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.MapRows;
import io.fairway.reading.MapStore;
import io.fairway.records.StoredNodes;
import io.fairway.records.StoredRecords;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;

/**
 * A domain without a broker. Its tables, and usage from before, are put into its stores. Then it takes facts as a task does, and
 * is read as the API reads a running application, so it has the same numbers to the last bit.
 *
 * <p>The clock is that of the facts: they come in the order of their times. For one thread.
 */
public final class MemoryDomain {
    /** In event time; nothing is too late, too early or too many. */
    private static final EngineSettings SETTINGS = new EngineSettings(
            true, Long.MAX_VALUE, 300_000, 10_000, 1_000, Integer.MAX_VALUE, Long.MAX_VALUE / 4, Long.MAX_VALUE / 4, 1);

    private static final Origin NOWHERE = new Origin("", 0, 0);

    private final String domain;
    private final Map<String, MapStore> keyValues = new HashMap<>();
    private final Map<String, MapRows> windows = new HashMap<>();
    private final StateStores<KeyValueStore<String, byte[]>, WindowStore<String, byte[]>> stores = new StateStores<>(
            store -> keyValues.computeIfAbsent(store.name(), MapStore::new),
            store -> windows.computeIfAbsent(store.name(), MapRows::new));
    private final WriteBehind written = new WriteBehind(stores);
    private @Nullable DomainEngine engine;
    private @Nullable String refused;

    public MemoryDomain(String domain) {
        this.domain = domain;
    }

    /** Adds a version of a policy, which the reader of files has checked. */
    public void put(Policy policy) {
        put(
                Stores.POLICIES,
                Keys.policy(domain, policy.getName(), policy.getEffectiveFrom().toEpochMilli()),
                StoredRecords.bytes(policy));
    }

    /** Adds a node of a share tree. */
    public void put(ShareNode node) {
        put(Stores.SHARES, StoredNodes.share(domain, node.id()), StoredRecords.bytes(domain, node));
    }

    /** Adds a host. */
    public void put(Host host) {
        put(Stores.HOSTS, Keys.host(domain, host.id().cluster(), host.id().name()), StoredRecords.bytes(domain, host));
    }

    /** Adds usage on other clusters. */
    public void put(RemoteUsage usage) {
        put(
                Stores.REMOTE_USAGE,
                Keys.remoteUsage(
                        domain, usage.getSource(), usage.getCredential().name(), usage.getName()),
                StoredRecords.bytes(usage));
    }

    /** Adds usage from before the first fact. Facts add to it. */
    public void put(String measure, NodeId node, Line line) {
        put(
                Stores.LINES,
                StoredNodes.usage(domain, measure, node),
                StoredLine.of(line).bytes());
    }

    /** The same in windows. */
    public void put(String measure, NodeId node, WindowRing ring) {
        put(Stores.RINGS, StoredNodes.usage(domain, measure, node), StateCodec.encode(ring, false));
    }

    private void put(Stores.KeyValue store, String key, byte[] value) {
        if (engine != null) {
            throw new IllegalStateException("domain " + domain + ": facts came already");
        }
        stores.get(store).put(key, value);
    }

    /**
     * Takes a fact.
     *
     * @throws IllegalArgumentException if the application would refuse it, with the reason
     */
    public void take(Inbound inbound) {
        String problem = started().accept(inbound, NOWHERE, Budget.UNLIMITED);
        String reason = problem == null ? refused : problem;
        refused = null;
        if (reason != null) {
            throw new IllegalArgumentException(reason);
        }
    }

    /**
     * The domain at an instant, which is not before the last fact.
     *
     * @param at epoch milliseconds
     * @throws IllegalArgumentException if a fact that was taken before is refused only now, with the reason
     */
    public DomainSnapshot at(long at) {
        take(new Inbound.Clock(domain, at, true));
        written.flush();
        return DomainSnapshot.read(domain, stores, at, null);
    }

    private DomainEngine started() {
        DomainEngine started = Objects.requireNonNullElseGet(engine, this::start);
        engine = started;
        return started;
    }

    private DomainEngine start() {
        DomainEngine started = new DomainEngine(domain, SETTINGS, written, new Refusals(), ProcessorWatch.NONE);
        started.restore();
        return started;
    }

    /** Nobody needs what is sent. Whatever is refused later than it came is told. */
    private final class Refusals implements ResultSink {
        @Override
        public void send(Topic topic, String key, @Nullable SpecificRecord value) {}

        @Override
        public void refuse(Origin origin, String key, String reason) {
            refused = reason;
        }
    }
}
