package io.fairway.engine.results;

import io.fairway.avro.QueueOrder;
import io.fairway.engine.ResultSink;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.engine.state.DomainState;
import io.fairway.engine.store.SentFingerprints;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.engine.store.WriteBehind;
import io.fairway.policies.family.Order;
import io.fairway.policies.family.QueuedJob;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** The orders of queues and pools of one domain. Sends an order when it changes, and withdraws it with its policy. */
final class OrderResults {
    private final DomainState state;
    private final ReadOnlyKeyValueStore<String, byte[]> store;
    private final SentFingerprints sent;
    private final ResultSink resultSink;
    private final PriorityResults priorities;
    private final Set<String> keys = new HashSet<>();

    OrderResults(DomainState state, WriteBehind written, ResultSink resultSink, PriorityResults priorities) {
        this.state = state;
        store = written.stores().get(Stores.ORDERS_SENT);
        sent = new SentFingerprints(written.ordersSent());
        this.resultSink = resultSink;
        this.priorities = priorities;
    }

    /** Takes over what was sent before the task started. */
    void restore() {
        StateStores.forEach(store, Keys.domain(state.domain()), (key, fingerprint) -> keys.add(key));
    }

    /** Evaluates the orders of every policy that has any, and sends the changed ones. */
    void evaluate(long at) {
        Set<String> now = new HashSet<>();
        for (ActivePolicy policy : state.policies().inForce()) {
            if (state.isRecharging(policy)) {
                keys.stream()
                        .filter(key -> Keys.split(key).get(1).equals(policy.name()))
                        .forEach(now::add);
            } else if (policy.family().ordersQueues()) {
                for (Order order : policy.family()
                        .orders(jobs(), state.charged(), state.hosts().table(), at)) {
                    String key = Keys.order(state.domain(), policy.name(), order.pool());
                    now.add(key);
                    send(key, policy.name(), order, at);
                }
            }
        }
        keys.removeIf(key -> {
            boolean gone = !now.contains(key);
            if (gone) {
                sent.remove(key);
                resultSink.send(Topic.ORDERS, key, null);
            }
            return gone;
        });
    }

    private List<QueuedJob> jobs() {
        List<QueuedJob> jobs = new ArrayList<>();
        state.jobs().active().forEach((job, view) -> jobs.add(new QueuedJob(job, view, priorities.isReady(job))));
        return jobs;
    }

    private void send(String key, String policy, Order order, long at) {
        QueueOrder record = QueueOrder.newBuilder()
                .setDomain(state.domain())
                .setPolicy(policy)
                .setQueue(order.pool())
                .setOrder(order.queues())
                .setSlots(new java.util.TreeMap<>(order.slots()))
                .setAsOf(Instant.EPOCH)
                .build();
        byte[] content;
        try {
            content = record.toByteBuffer().array();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        keys.add(key);
        if (!sent.isSent(key, content)) {
            sent.put(key, content);
            record.setAsOf(Instant.ofEpochMilli(at));
            resultSink.send(Topic.ORDERS, key, record);
        }
    }
}
