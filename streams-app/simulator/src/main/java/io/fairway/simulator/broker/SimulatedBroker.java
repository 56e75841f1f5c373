package io.fairway.simulator.broker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Brokers with logs, transactions and the committed offsets of one group. Each broker leads some partitions and stamps what it
 * appends to them with its own clock. Everything else goes by the true time.
 */
public final class SimulatedBroker {
    /**
     * After so many milliseconds it rolls back a transaction: Fairway's {@code transaction.timeout.ms}, and the broker's
     * interval of looking.
     */
    public static final long TRANSACTION_TIMEOUT = 4_000;

    /** So many brokers. */
    public static final int BROKERS = 3;

    /** Kafka's {@code delete.retention.ms}: so long a compacted topic keeps a tombstone after its first compaction. */
    private static final long TOMBSTONES_KEPT = 86_400_000;

    private final Map<TopicPartition, PartitionLog> logs = new HashMap<>();
    /** The same by topic and then by partition. */
    private final Map<String, List<PartitionLog>> byTopic = new HashMap<>();

    private final Map<TopicPartition, Long> offsets = new HashMap<>();
    private final Set<BrokerTransaction> open = new LinkedHashSet<>();
    private final Map<String, Long> away = new HashMap<>();
    private final Listener listener;
    /** By how much the clock of each broker is ahead, milliseconds. */
    private final long[] ahead = new long[BROKERS];
    /** The topics whose records have the times of their writers. */
    private final Set<String> createTime = new HashSet<>();

    private long now;

    /** Hears of each record that is written, in the order of the writes, whatever becomes of its transaction. */
    public interface Listener {
        /** Hears nothing. */
        Listener NONE = (topic, partition, entry) -> {};

        void appended(String topic, int partition, LogEntry entry);
    }

    /** @param now epoch milliseconds */
    public SimulatedBroker(long now) {
        this(now, Listener.NONE);
    }

    /** As above, and somebody hears of what is written. */
    public SimulatedBroker(long now, Listener listener) {
        this.now = now;
        this.listener = listener;
    }

    /** The true time, epoch milliseconds. */
    public long now() {
        return now;
    }

    /** Moves the clock, and rolls back what was open for too long. */
    public void advanceTo(long time) {
        now = Math.max(now, time);
        if (now < nextTimeout()) {
            return;
        }
        for (BrokerTransaction transaction : List.copyOf(open)) {
            if (now >= transaction.begun() + TRANSACTION_TIMEOUT) {
                abort(transaction);
            }
        }
    }

    /** The next instant at which it does something by itself; {@link Long#MAX_VALUE} = none. */
    public long nextTimeout() {
        long next = Long.MAX_VALUE;
        for (BrokerTransaction transaction : open) {
            next = Math.min(next, transaction.begun() + TRANSACTION_TIMEOUT);
        }
        return next;
    }

    public PartitionLog log(String topic, int partition) {
        List<PartitionLog> partitions = byTopic.get(topic);
        return partitions != null && partition < partitions.size()
                ? partitions.get(partition)
                : newLog(topic, partition);
    }

    private PartitionLog newLog(String topic, int partition) {
        List<PartitionLog> partitions = byTopic.computeIfAbsent(topic, name -> new ArrayList<>());
        while (partitions.size() <= partition) {
            PartitionLog log = new PartitionLog();
            logs.put(new TopicPartition(topic, partitions.size()), log);
            partitions.add(log);
        }
        return partitions.get(partition);
    }

    /** Sets the clock of a broker: so much ahead of the true time, in milliseconds. */
    public void setClock(int broker, long millis) {
        ahead[broker] = millis;
    }

    /** The broker that leads a partition. */
    public static int leader(String topic, int partition) {
        return Math.floorMod(topic.hashCode() + partition, BROKERS);
    }

    /** Whether a topic takes the times of writers from now on, CreateTime, or stamps each record itself, LogAppendTime. */
    public void setCreateTime(String topic, boolean createTimes) {
        if (createTimes) {
            createTime.add(topic);
        } else {
            createTime.remove(topic);
        }
    }

    /** Writes a record. Its writer, if its topic asks for that, has the right time. */
    public LogEntry append(
            String topic,
            int partition,
            @Nullable Object key,
            @Nullable Object value,
            Headers headers,
            @Nullable BrokerTransaction transaction) {
        return append(topic, partition, key, value, headers, transaction, now);
    }

    private LogEntry append(
            String topic,
            int partition,
            @Nullable Object key,
            @Nullable Object value,
            Headers headers,
            @Nullable BrokerTransaction transaction,
            long stamp) {
        boolean writers = createTime.contains(topic);
        long time = writers ? stamp : now + ahead[leader(topic, partition)];
        LogEntry entry = log(topic, partition).append(time, writers, key, value, headers, transaction);
        listener.appended(topic, partition, entry);
        return entry;
    }

    /** As above, without headers and transaction. */
    public LogEntry append(String topic, int partition, byte @Nullable [] key, byte @Nullable [] value) {
        return append(topic, partition, key, value, new RecordHeaders(), null);
    }

    /**
     * Writes a record with the time that its writer gives it, epoch milliseconds. A topic with LogAppendTime stamps it nevertheless.
     */
    public LogEntry append(String topic, int partition, byte[] key, byte[] value, long stamp) {
        return append(topic, partition, key, value, new RecordHeaders(), null, stamp);
    }

    public BrokerTransaction begin() {
        BrokerTransaction transaction = new BrokerTransaction(now);
        open.add(transaction);
        return transaction;
    }

    /** Ends a transaction, with the offsets that it read up to. */
    public void commit(BrokerTransaction transaction, Map<TopicPartition, Long> read) {
        if (!transaction.isOpen()) {
            throw new IllegalStateException("commit of a transaction that has ended");
        }
        open.remove(transaction);
        transaction.end(false);
        offsets.putAll(read);
    }

    /** Rolls a transaction back, if it is still open. */
    public void abort(BrokerTransaction transaction) {
        if (open.remove(transaction)) {
            transaction.end(true);
        }
    }

    /** The offset from which the group reads on; 0 where none is committed. */
    public long offset(String topic, int partition) {
        return offsets.getOrDefault(new TopicPartition(topic, partition), 0L);
    }

    /** Forgets the offsets of the group, as Kafka does once a group was empty for a week, or an operator by hand. */
    public void forgetOffsets() {
        offsets.clear();
    }

    /** Nobody can read a topic until an instant. */
    public void takeAway(String topic, long until) {
        away.put(topic, until);
    }

    public boolean isAway(String topic) {
        return now < away.getOrDefault(topic, Long.MIN_VALUE);
    }

    /** Everything can be read again, all clocks are right, and all topics stamp their records. */
    public void heal() {
        away.clear();
        createTime.clear();
        Arrays.fill(ahead, 0);
    }

    /** Compacts the partitions of topics with such names. */
    public void compact(Predicate<String> names) {
        Set<TopicPartition> compacted = new HashSet<>(logs.keySet());
        compacted.removeIf(partition -> !names.test(partition.topic()));
        new ArrayList<>(compacted)
                .forEach(partition ->
                        log(partition.topic(), partition.partition()).compact(now, TOMBSTONES_KEPT));
    }
}
