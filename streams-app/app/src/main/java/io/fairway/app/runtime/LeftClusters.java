package io.fairway.app.runtime;

import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The topics of clusters that {@code topics.clusters} does not name, or no longer: nobody reads them. What such a topic
 * has behind the offsets of the application would be lost without a word.
 */
final class LeftClusters {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Admin admin;
    private final Topics topics;
    private final String group;
    private final Supplier<Map<String, Object>> consumerSettings;

    /** @param group the application's */
    LeftClusters(Admin admin, Topics topics, String group, Supplier<Map<String, Object>> consumerSettings) {
        this.admin = admin;
        this.topics = topics;
        this.group = group;
        this.consumerSettings = consumerSettings;
    }

    /** The topics with records that the application has begun to read and not read to the end, each in a sentence. */
    List<String> unread() throws InterruptedException {
        Set<String> left = topicsLeft();
        if (left.isEmpty()) {
            return List.of();
        }
        Map<TopicPartition, Long> committed = committed(left);
        Set<String> unread = new TreeSet<>();
        if (!committed.isEmpty()) {
            withRecords(committed).forEach(partition -> unread.add(partition.topic()));
        }
        return unread.stream()
                .map(topic -> topic + " has records that are not read, and topics.clusters does not name its cluster:"
                        + " name it until they are read, or delete the topic")
                .toList();
    }

    /** The topics that exist and are not read, each in a sentence. */
    List<String> notRead() throws InterruptedException {
        return topicsLeft().stream()
                .map(topic -> topic + " exists and is not read: topics.clusters does not name its cluster")
                .toList();
    }

    /** Those that this program may see. */
    private Set<String> topicsLeft() throws InterruptedException {
        Set<String> left = new TreeSet<>();
        try {
            for (String name : admin.listTopics().names().get()) {
                boolean isOwn = Stream.of(Topic.values())
                        .anyMatch(topic -> topic.isPerCluster() && name.startsWith(topics.ownPrefix(topic)));
                if (isOwn && topics.of(name) == null) {
                    left.add(name);
                }
            }
        } catch (ExecutionException e) {
            throw new KafkaException("the topics cannot be listed: " + e.getCause(), e);
        }
        return left;
    }

    private Map<TopicPartition, Long> committed(Set<String> left) throws InterruptedException {
        try {
            Map<TopicPartition, Long> committed = new HashMap<>();
            admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .forEach((partition, offset) -> {
                        if (offset != null && left.contains(partition.topic())) {
                            committed.put(partition, offset.offset());
                        }
                    });
            return committed;
        } catch (ExecutionException e) {
            throw new KafkaException("the offsets of group " + group + " cannot be read: " + e.getCause(), e);
        }
    }

    /** An end alone does not tell: the marker of a transaction has an offset, too. */
    private Set<TopicPartition> withRecords(Map<TopicPartition, Long> committed) {
        Map<String, Object> settings = consumerSettings.get();
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
        Set<TopicPartition> found = new HashSet<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> left = new ArrayList<>(committed.keySet());
            Map<TopicPartition, Long> ends = consumer.endOffsets(left);
            consumer.assign(left);
            committed.forEach(consumer::seek);
            while (true) {
                left.removeIf(partition ->
                        found.contains(partition) || consumer.position(partition) >= ends.getOrDefault(partition, 0L));
                consumer.assign(left);
                if (left.isEmpty()) {
                    return found;
                }
                ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
                found.addAll(records.partitions());
            }
        } catch (InterruptException e) {
            Thread.currentThread().interrupt();
            throw e;
        }
    }
}
