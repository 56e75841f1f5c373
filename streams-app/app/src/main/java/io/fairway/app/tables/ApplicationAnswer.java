package io.fairway.app.tables;

import io.fairway.avro.Heartbeat;
import io.fairway.schemas.DeadLetterHeaders;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * What a running application says to records of a table: its heartbeats name the offset that it has read, and what it
 * refuses is a dead letter in the same transaction. It listens from before the records are written. While no heartbeat says
 * so, it asks the brokers for what the application's group has committed, and whether anybody is in it: an application without
 * a policy has no heartbeats, and one that is slow has late ones.
 */
public final class ApplicationAnswer implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Heartbeats come each second by default: after so long without, the brokers are asked. */
    static final Duration SILENCE = Duration.ofSeconds(5);

    private static final Duration POLL = Duration.ofMillis(200);

    private final Supplier<Consumer<String, byte[]>> clients;
    private final Deserializer<Heartbeat> heartbeats;
    private final String heartbeatTopic;
    private final String deadLetterTopic;
    private final Supplier<ApplicationGroup> groups;
    private final Duration silence;
    private final Duration patience;
    /** Where the records are, such as {@code fairway.shares-3 17}. */
    private final Set<String> asked = new HashSet<>();
    /** The last offset of each partition. */
    private final Map<String, Long> wanted = new HashMap<>();

    private final Set<String> refused = new LinkedHashSet<>();
    private final Map<String, Long> read = new HashMap<>();
    private @Nullable Consumer<String, byte[]> consumer;
    private boolean heard;
    private String deafness = "";

    /**
     * @param clients makes a consumer of committed records
     * @param groups makes a client that sees the application's group
     * @param silence how often it asks for that group
     * @param patience how long it waits, unless nobody is there
     */
    ApplicationAnswer(
            Supplier<Consumer<String, byte[]>> clients,
            Deserializer<Heartbeat> heartbeats,
            String heartbeatTopic,
            String deadLetterTopic,
            Supplier<ApplicationGroup> groups,
            Duration silence,
            Duration patience) {
        this.clients = clients;
        this.heartbeats = heartbeats;
        this.heartbeatTopic = heartbeatTopic;
        this.deadLetterTopic = deadLetterTopic;
        this.groups = groups;
        this.silence = silence;
        this.patience = patience;
    }

    /** Begins to listen, unless it does already; before something is written. */
    public void listen() {
        if (consumer != null || !deafness.isEmpty()) {
            return;
        }
        Consumer<String, byte[]> ear = clients.get();
        try {
            List<TopicPartition> partitions = Stream.of(heartbeatTopic, deadLetterTopic)
                    .flatMap(topic -> ear.partitionsFor(topic).stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            ear.assign(partitions);
            ear.seekToEnd(partitions);
            partitions.forEach(ear::position);
            consumer = ear;
        } catch (AuthorizationException e) {
            // Who may write the table may be somebody who may not read what comes of it.
            deafness = String.valueOf(e.getMessage());
            ear.close();
        }
    }

    /** Adds records whose answer counts. */
    public void ask(List<RecordMetadata> written) {
        for (RecordMetadata one : written) {
            String partition = one.topic() + "-" + one.partition();
            asked.add(partition + " " + one.offset());
            wanted.merge(partition, one.offset(), Math::max);
        }
    }

    /**
     * Waits until the application has read all of them, and prints what it says.
     *
     * @throws IllegalStateException if it refuses one; has its reasons
     */
    public void await(PrintWriter out) {
        if (!asked.isEmpty()) {
            out.println(consumer == null ? unknown(deafness) : answer(consumer));
            out.flush();
        }
    }

    private String answer(Consumer<String, byte[]> ear) {
        try {
            String none = listenTo(ear);
            requireAccepted();
            return isRead() ? "accepted by the application" : none;
        } catch (KafkaException e) {
            // The records are written: neither a missing right nor a registry that is away takes them back.
            return unknown(String.valueOf(e.getMessage()));
        }
    }

    /** Listens until all is read, or nobody is there, or its patience ends. What is to be said if nothing was read. */
    private String listenTo(Consumer<String, byte[]> ear) {
        long begun = System.nanoTime();
        Group group = new Group();
        try (group) {
            long asked = begun;
            while (!isRead() && System.nanoTime() - begun < patience.toNanos()) {
                ear.poll(POLL).forEach(this::hear);
                if (!isRead() && System.nanoTime() - asked >= silence.toNanos()) {
                    asked = System.nanoTime();
                    group.ask();
                    if (group.isEmpty && !heard && !isRead()) {
                        return "no application answers within " + silence.toSeconds()
                                + " s, and nobody is in its group " + group.id
                                + " (--application-id); one that starts will read it";
                    }
                }
            }
        }
        if (isRead()) {
            hearLetters(ear);
        }
        return heard || group.problem.isEmpty()
                ? "the application has not read it within " + patience.toSeconds() + " s"
                : "no application answers within " + patience.toSeconds()
                        + " s; one that starts will read it. Whether one runs is not known: " + group.problem;
    }

    /** What the brokers say of the application's group, until they refuse to. */
    private final class Group implements AutoCloseable {
        private @Nullable ApplicationGroup brokers;
        private boolean isEmpty;
        private String id = "";
        private String problem = "";

        /** What the group has committed is read. */
        void ask() {
            if (!problem.isEmpty()) {
                return;
            }
            try {
                ApplicationGroup known = brokers == null ? groups.get() : brokers;
                brokers = known;
                id = known.id();
                known.committed().forEach((partition, next) -> read.merge(partition, next, Math::max));
                isEmpty = known.isEmpty();
            } catch (KafkaException e) {
                // A missing right, or brokers that are away: heartbeats may still come.
                problem = String.valueOf(e.getMessage());
            }
        }

        @Override
        public void close() {
            if (brokers != null) {
                brokers.close();
            }
        }
    }

    /** The dead letters of what it has read: they may be on another partition, whose broker is a moment later. */
    private void hearLetters(Consumer<String, byte[]> ear) {
        ear.poll(POLL).forEach(this::hear);
        List<TopicPartition> letters = ear.assignment().stream()
                .filter(partition -> partition.topic().equals(deadLetterTopic))
                .toList();
        Map<TopicPartition, Long> ends = ear.endOffsets(letters);
        long begun = System.nanoTime();
        while (letters.stream().anyMatch(each -> ear.position(each) < ends.getOrDefault(each, 0L))
                && System.nanoTime() - begun < patience.toNanos()) {
            ear.poll(POLL).forEach(this::hear);
        }
    }

    private static String unknown(String why) {
        return "whether an application takes it is not known: " + why;
    }

    /** Of dead letters it keeps the reasons of what was asked alone, however many there are. */
    private void hear(ConsumerRecord<String, byte[]> record) {
        if (!record.topic().equals(heartbeatTopic)) {
            String origin = header(record, DeadLetterHeaders.TOPIC) + "-" + header(record, DeadLetterHeaders.PARTITION)
                    + " " + header(record, DeadLetterHeaders.OFFSET);
            if (asked.contains(origin)) {
                refused.add(header(record, DeadLetterHeaders.REASON));
            }
            return;
        }
        if (record.value() == null) {
            return;
        }
        heard = true;
        heartbeats
                .deserialize(record.topic(), record.value())
                .getInputOffsets()
                .forEach((partition, next) -> read.merge(partition, next, Math::max));
    }

    private boolean isRead() {
        return wanted.entrySet().stream()
                .allMatch(partition -> read.getOrDefault(partition.getKey(), 0L) > partition.getValue());
    }

    private void requireAccepted() {
        if (!refused.isEmpty()) {
            throw new IllegalStateException("the application refuses it: " + String.join("; ", refused));
        }
    }

    private static String header(ConsumerRecord<String, byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        if (consumer != null) {
            consumer.close();
        }
        heartbeats.close();
    }
}
