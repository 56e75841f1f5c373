package io.fairway.collect.backfill;

import io.fairway.collect.CollectConfig;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What the application has made of the events of a backfill: how far it has read, by the committed offsets of its group,
 * and what it refused, by the dead letters since this was opened.
 */
final class Receiver implements AutoCloseable {
    /** An event that the application refused. */
    record Refusal(String kind, String reason) {}

    private static final Duration POLL = Duration.ofMillis(200);

    private final String application;
    private final Admin admin;
    private final KafkaConsumer<byte[], byte[]> letters;
    private final List<TopicPartition> letterPartitions;

    /** @param application its application.id */
    Receiver(CollectConfig config, String application) {
        this.application = application;
        admin = Admin.create(config.clients());
        letters = new KafkaConsumer<>(config.consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        letterPartitions = letters.partitionsFor(config.topics().name(Topic.DEAD_LETTERS)).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        letters.assign(letterPartitions);
        letters.seekToEnd(letterPartitions);
        // Seeking is lazy; the end of now is meant.
        letterPartitions.forEach(letters::position);
    }

    /** How many records it has not yet read of those up to these offsets; other programs' are among them. */
    long left(Map<TopicPartition, Long> last) {
        Map<TopicPartition, OffsetAndMetadata> committed = committed();
        long left = 0;
        for (Map.Entry<TopicPartition, Long> entry : last.entrySet()) {
            OffsetAndMetadata offset = committed.get(entry.getKey());
            left += Math.max(0, entry.getValue() + 1 - (offset == null ? 0 : offset.offset()));
        }
        return left;
    }

    private Map<TopicPartition, OffsetAndMetadata> committed() {
        try {
            return admin.listConsumerGroupOffsets(application)
                    .partitionsToOffsetAndMetadata()
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "cannot read the committed offsets of group " + application + ": " + e.getCause(), e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** The refusals of events that were sent, since the last call. */
    List<Refusal> refusals(SentOffsets sent) {
        Map<TopicPartition, Long> ends = letters.endOffsets(letterPartitions);
        List<Refusal> refusals = new ArrayList<>();
        while (letterPartitions.stream().anyMatch(each -> letters.position(each) < ends.getOrDefault(each, 0L))) {
            for (ConsumerRecord<byte[], byte[]> letter : letters.poll(POLL)) {
                String topic = header(letter, DeadLetterHeaders.TOPIC);
                String partition = header(letter, DeadLetterHeaders.PARTITION);
                String offset = header(letter, DeadLetterHeaders.OFFSET);
                if (isNumber(partition)
                        && isNumber(offset)
                        && sent.contains(
                                new TopicPartition(topic, Integer.parseInt(partition)), Long.parseLong(offset))) {
                    refusals.add(new Refusal(
                            header(letter, DeadLetterHeaders.KIND), header(letter, DeadLetterHeaders.REASON)));
                }
            }
        }
        return refusals;
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.length() < 19 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        letters.close();
        admin.close();
    }
}
