package io.fairway.app.runtime;

import io.fairway.engine.ReadingTime;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Marks the events whose time is that of whoever wrote them, by {@link ReadingTime}. A record says which of the two its time is,
 * whatever its topic is set to by now; Kafka Streams hands on the time alone.
 */
public final class WritersTimeInterceptor implements ConsumerInterceptor<byte[], byte[]> {
    private static final String EVENT_TOPICS = "fairway.event.topics";

    private Set<?> eventTopics = Set.of();

    /** Adds it to the consumers of an application that read its inputs, behind those that its settings name. */
    static void addTo(Properties streams, Topics topics) {
        String own = StreamsConfig.mainConsumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG);
        Object named = streams.getOrDefault(
                own, streams.get(StreamsConfig.consumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG)));
        String name = WritersTimeInterceptor.class.getName();
        streams.put(own, named == null ? name : named + "," + name);
        Set<String> eventTopics = new HashSet<>();
        for (Topic input : topics.inputs()) {
            if (!input.isTable()) {
                eventTopics.addAll(topics.names(input));
            }
        }
        streams.put(StreamsConfig.mainConsumerPrefix(EVENT_TOPICS), eventTopics);
    }

    @Override
    public void configure(Map<String, ?> configs) {
        if (configs.get(EVENT_TOPICS) instanceof Set<?> given) {
            eventTopics = given;
        }
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> marked = new HashMap<>();
        for (TopicPartition partition : records.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> all = records.records(partition);
            if (eventTopics.contains(partition.topic())
                    && all.stream().anyMatch(record -> record.timestampType() != TimestampType.LOG_APPEND_TIME)) {
                marked.put(
                        partition,
                        all.stream().map(WritersTimeInterceptor::marked).toList());
            }
        }
        if (marked.isEmpty()) {
            return records;
        }
        for (TopicPartition partition : records.partitions()) {
            marked.computeIfAbsent(partition, as -> new ArrayList<>(records.records(as)));
        }
        return new ConsumerRecords<>(marked, records.nextOffsets());
    }

    private static ConsumerRecord<byte[], byte[]> marked(ConsumerRecord<byte[], byte[]> record) {
        return new ConsumerRecord<>(
                record.topic(),
                record.partition(),
                record.offset(),
                ReadingTime.of(record, false),
                record.timestampType(),
                record.serializedKeySize(),
                record.serializedValueSize(),
                record.key(),
                record.value(),
                record.headers(),
                record.leaderEpoch());
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    @Override
    public void close() {}
}
