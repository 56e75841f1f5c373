package io.fairway.app.audit;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads topics from the beginning to what their end is at the start, one partition after the other. */
public final class LogReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaConsumer<byte[], byte[]> consumer;

    /** @param kafka settings of a consumer */
    public LogReader(Map<String, Object> kafka) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("isolation.level", "read_committed");
        settings.put("allow.auto.create.topics", "false");
        settings.put("enable.auto.commit", "false");
        consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * Reads a topic. One that does not exist has no records.
     *
     * @return how many records were read
     */
    public long read(String topic, Consumer<ConsumerRecord<byte[], byte[]>> taken) {
        if (!consumer.listTopics().containsKey(topic)) {
            return 0;
        }
        long count = 0;
        for (var info : consumer.partitionsFor(topic)) {
            List<TopicPartition> one = List.of(new TopicPartition(topic, info.partition()));
            consumer.assign(one);
            consumer.seekToBeginning(one);
            long end = consumer.endOffsets(one).values().iterator().next();
            while (consumer.position(one.get(0)) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    taken.accept(record);
                    count++;
                }
            }
        }
        return count;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
