package io.fairway.simulator.streams;

import io.fairway.core.time.BrokerTime;
import io.fairway.simulator.broker.BrokerTransaction;
import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.broker.SimulatedBroker;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** The transactional producer of a stream thread: one transaction for all its tasks. */
final class Producer {
    private final SimulatedBroker broker;
    private final Wiring wiring;
    private BrokerTime brokerTime = BrokerTime.UNBOUNDED;
    /** By partition: what brokers have acknowledged, and nobody has heard of. */
    private final Map<Integer, Long> acknowledged = new HashMap<>();

    private @Nullable BrokerTransaction transaction;

    Producer(SimulatedBroker broker, Wiring wiring) {
        this.broker = broker;
        this.wiring = wiring;
    }

    /** A new process tells what the brokers' time is by what they have appended. */
    void tell(BrokerTime ofProcess) {
        brokerTime = ofProcess;
        acknowledged.clear();
    }

    /** Hears of what brokers have acknowledged. As in a producer, that is not within a step of a task. */
    void hear() {
        if (!acknowledged.isEmpty()) {
            acknowledged.forEach(brokerTime::acknowledged);
            acknowledged.clear();
        }
    }

    boolean hasTransaction() {
        return transaction != null;
    }

    private BrokerTransaction transaction() {
        BrokerTransaction current = transaction;
        if (current == null) {
            current = broker.begin();
            transaction = current;
        }
        if (!current.isOpen()) {
            throw ThreadLoss.migrated("transaction rolled back by the broker");
        }
        return current;
    }

    /** Writes a change of a store. */
    void change(String changelog, int partition, Object key, byte @Nullable [] value) {
        acknowledged(partition, broker.append(changelog, partition, key, value, new RecordHeaders(), transaction()));
    }

    /** Writes a result. */
    void result(Application.Target target, Record<?, ?> record) {
        BrokerTransaction within = transaction();
        acknowledged(
                target.partition(),
                broker.append(
                        target.topic(),
                        target.partition(),
                        record.key(),
                        record.value(),
                        new RecordHeaders(record.headers().toArray()),
                        wiring.sendsInTransaction() ? within : null));
    }

    private void acknowledged(int partition, LogEntry entry) {
        if (!entry.writers()) {
            acknowledged.put(partition, entry.appended());
        }
    }

    /**
     * Commits what was written, and how far was read.
     *
     * @param isOwner whether the group knows that the tasks belong to this producer
     */
    void commit(boolean isOwner, Map<TopicPartition, Long> read) {
        BrokerTransaction ending = transaction();
        if (!isOwner && wiring.fences()) {
            throw ThreadLoss.migrated("commit of a zombie refused");
        }
        broker.commit(ending, read);
        transaction = null;
    }

    /** What was written since the last commit is lost. A new producer of the same id does this to the one before it. */
    void abort() {
        BrokerTransaction lost = transaction;
        if (lost != null) {
            broker.abort(lost);
            transaction = null;
        }
    }
}
