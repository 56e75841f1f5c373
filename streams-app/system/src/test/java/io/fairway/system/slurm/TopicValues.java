package io.fairway.system.slurm;

import io.fairway.schemas.Topic;
import io.fairway.trial.replay.Workbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/** Reads what a topic has now, from its beginning. */
final class TopicValues {
    private TopicValues() {}

    /** Every committed record, in the order of its partition. */
    static List<ConsumerRecord<String, byte[]>> all(Workbench bench, String topic) {
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<String, byte[]> consumer = bench.consumer()) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.getOrDefault(one, 0L))) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }

    /** Every value of a topic. */
    static <T extends SpecificRecord> List<T> values(Workbench bench, Topic topic, Class<T> type) {
        try (Deserializer<T> reader = bench.serdes().deserializer(type)) {
            return all(bench, bench.topics().name(topic)).stream()
                    .map(record -> reader.deserialize(record.topic(), record.value()))
                    .toList();
        }
    }

    /** The last value of each key that is not withdrawn. */
    static <T extends SpecificRecord> Map<String, T> last(Workbench bench, Topic topic, Class<T> type) {
        Map<String, T> last = new LinkedHashMap<>();
        try (Deserializer<T> reader = bench.serdes().deserializer(type)) {
            for (ConsumerRecord<String, byte[]> record :
                    all(bench, bench.topics().name(topic))) {
                T value = reader.deserialize(record.topic(), record.value());
                if (value == null) {
                    last.remove(record.key());
                } else {
                    last.put(record.key(), value);
                }
            }
        }
        return last;
    }
}
