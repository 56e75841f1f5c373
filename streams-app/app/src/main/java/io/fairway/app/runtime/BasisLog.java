package io.fairway.app.runtime;

import io.fairway.engine.store.Stores;
import io.fairway.records.Basis;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * What the state of an application rests on, read from its changelog: before any task has it, and of all instances. Not for
 * several threads.
 */
final class BasisLog implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final String topic;
    private final Supplier<Map<String, Object>> settings;
    private final Map<Integer, Map<String, byte[]>> entries = new TreeMap<>();
    private @Nullable KafkaConsumer<String, byte[]> consumer;

    BasisLog(FairwayConfig config) {
        topic = UsedTopics.log(config.getString(FairwayConfig.APPLICATION_ID), Stores.BASIS.name());
        settings = config::consumer;
    }

    /**
     * The basis of each partition now, as far as it is committed. Reads on where the last call ended.
     *
     * @throws org.apache.kafka.common.KafkaException if the brokers refuse or do not answer
     */
    List<Basis> read() {
        KafkaConsumer<String, byte[]> reading = consumer == null ? open() : consumer;
        if (reading != null) {
            consumer = reading;
            Map<TopicPartition, Long> ends = reading.endOffsets(reading.assignment());
            while (ends.entrySet().stream().anyMatch(end -> reading.position(end.getKey()) < end.getValue())) {
                reading.poll(POLL).forEach(this::take);
            }
        }
        return entries.values().stream().map(Basis::of).toList();
    }

    private void take(ConsumerRecord<String, byte[]> record) {
        Map<String, byte[]> ofPartition = entries.computeIfAbsent(record.partition(), partition -> new HashMap<>());
        if (record.value() == null) {
            ofPartition.remove(record.key());
        } else {
            ofPartition.put(record.key(), record.value());
        }
    }

    /** A consumer of all partitions; null as long as there is no such topic. */
    private @Nullable KafkaConsumer<String, byte[]> open() {
        Map<String, Object> own = new HashMap<>(settings.get());
        own.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        own.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        own.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        KafkaConsumer<String, byte[]> opened =
                new KafkaConsumer<>(own, new StringDeserializer(), new ByteArrayDeserializer());
        try {
            List<PartitionInfo> partitions = opened.partitionsFor(topic);
            if (!partitions.isEmpty()) {
                List<TopicPartition> all = partitions.stream()
                        .map(info -> new TopicPartition(topic, info.partition()))
                        .toList();
                opened.assign(all);
                opened.seekToBeginning(all);
                return opened;
            }
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
        opened.close();
        return null;
    }

    /** Also on a thread that is interrupted: a consumer that waits for the brokers would not close in order there. */
    @Override
    public void close() {
        if (consumer != null) {
            boolean interrupted = Thread.interrupted();
            consumer.close(CloseOptions.timeout(Duration.ZERO));
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
