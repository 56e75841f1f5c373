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
 * refuses is a dead letter in the same transaction. It listens from before the records are written.
 */
public final class ApplicationAnswer implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Heartbeats come each second by default. */
    static final Duration SILENCE = Duration.ofSeconds(5);

    private static final Duration POLL = Duration.ofMillis(200);

    private final Supplier<Consumer<String, byte[]>> clients;
    private final Deserializer<Heartbeat> heartbeats;
    private final String heartbeatTopic;
    private final String deadLetterTopic;
    private final Duration silence;
    private final Duration patience;
    /** Where the records are, such as {@code fairway.shares-3 17}. */
    private final Set<String> asked = new HashSet<>();
    /** The last offset of each partition. */
    private final Map<String, Long> wanted = new HashMap<>();

    private final Set<String> refused = new LinkedHashSet<>();
    private final Map<String, Long> read = new HashMap<>();
    private @Nullable Consumer<String, byte[]> consumer;
    private String deafness = "";

    /**
     * @param clients makes a consumer of committed records
     * @param silence how long it waits for any heartbeat
     * @param patience how long it waits, once it has heard one, for that of these records
     */
    ApplicationAnswer(
            Supplier<Consumer<String, byte[]>> clients,
            Deserializer<Heartbeat> heartbeats,
            String heartbeatTopic,
            String deadLetterTopic,
            Duration silence,
            Duration patience) {
        this.clients = clients;
        this.heartbeats = heartbeats;
        this.heartbeatTopic = heartbeatTopic;
        this.deadLetterTopic = deadLetterTopic;
        this.silence = silence;
        this.patience = patience;
    }

    /** Begins to listen, unless it does already; before something is written. */
    void listen() {
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
    void ask(List<RecordMetadata> written) {
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
        long begun = System.nanoTime();
        boolean heard = false;
        try {
            while (!isRead() && System.nanoTime() - begun < (heard ? patience : silence).toNanos()) {
                for (ConsumerRecord<String, byte[]> record : ear.poll(POLL)) {
                    heard |= hear(record);
                }
            }
        } catch (KafkaException e) {
            // The records are written: neither a missing right nor a registry that is away takes them back.
            return unknown(String.valueOf(e.getMessage()));
        }
        requireAccepted();
        if (isRead()) {
            return "accepted by the application";
        }
        return heard
                ? "the application has not read it within " + patience.toSeconds() + " s"
                : "no application answers within " + silence.toSeconds() + " s; one that starts will read it";
    }

    private static String unknown(String why) {
        return "whether an application takes it is not known: " + why;
    }

    /** Whether it is a heartbeat. Of dead letters it keeps the reasons of what was asked alone, however many there are. */
    private boolean hear(ConsumerRecord<String, byte[]> record) {
        if (!record.topic().equals(heartbeatTopic)) {
            String origin = header(record, DeadLetterHeaders.TOPIC) + "-" + header(record, DeadLetterHeaders.PARTITION)
                    + " " + header(record, DeadLetterHeaders.OFFSET);
            if (asked.contains(origin)) {
                refused.add(header(record, DeadLetterHeaders.REASON));
            }
            return false;
        }
        if (record.value() == null) {
            return false;
        }
        heartbeats
                .deserialize(record.topic(), record.value())
                .getInputOffsets()
                .forEach((partition, next) -> read.merge(partition, next, Math::max));
        return true;
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
