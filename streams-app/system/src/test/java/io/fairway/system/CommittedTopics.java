package io.fairway.system;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * The committed records that topics have so far. A topic is read once, however often a test asks while it waits: who asks again
 * gets what was read before, and what came since.
 */
public final class CommittedTopics implements AutoCloseable {
    private final Supplier<KafkaConsumer<String, byte[]>> consumers;
    private final Map<String, Followed> followed = new HashMap<>();

    /**
     * Reads nothing yet.
     *
     * @param consumers makes consumers of committed records, without a group
     */
    public CommittedTopics(Supplier<KafkaConsumer<String, byte[]>> consumers) {
        this.consumers = consumers;
    }

    /** Every committed record of a topic, in the order of its partition; none if there is no such topic. */
    public synchronized List<ConsumerRecord<String, byte[]>> of(String topic) {
        return List.copyOf(followed.computeIfAbsent(topic, name -> new Followed(name, consumers.get()))
                .records());
    }

    /** The last value of each key that is not withdrawn, in the order of the keys' first records. */
    public <T extends SpecificRecord> Map<String, T> last(String topic, Deserializer<T> reader) {
        Map<String, T> last = new LinkedHashMap<>();
        for (ConsumerRecord<String, byte[]> record : of(topic)) {
            T value = reader.deserialize(topic, record.value());
            if (value == null) {
                last.remove(record.key());
            } else {
                last.put(record.key(), value);
            }
        }
        return last;
    }

    @Override
    public synchronized void close() {
        followed.values().forEach(topic -> topic.consumer.close());
        followed.clear();
    }

    private static final class Followed {
        private final String topic;
        private final KafkaConsumer<String, byte[]> consumer;
        private final List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();

        Followed(String topic, KafkaConsumer<String, byte[]> consumer) {
            this.topic = topic;
            this.consumer = consumer;
        }

        List<ConsumerRecord<String, byte[]>> records() {
            if (consumer.assignment().isEmpty() && !assign()) {
                return records;
            }
            try {
                Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
                while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                    consumer.poll(Duration.ofMillis(200)).forEach(records::add);
                }
            } catch (TimeoutException | UnknownTopicOrPartitionException e) {
                // No leader at the moment; who waits asks again.
            }
            return records;
        }

        private boolean assign() {
            // To ask for the partitions of a topic that is not there would make it, on some brokers.
            List<PartitionInfo> partitions = consumer.listTopics().getOrDefault(topic, List.of());
            consumer.assign(partitions.stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList());
            consumer.seekToBeginning(consumer.assignment());
            return !partitions.isEmpty();
        }
    }
}
