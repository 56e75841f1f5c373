package io.fairway.api;

import io.fairway.avro.FairshareRecord;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.RankRecord;
import io.fairway.avro.UsageRecord;
import io.fairway.engine.PipelineDriver;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Everything that a world published, as topics that streams read. */
final class VisibilityTopics {
    private final List<SpecificRecord> values = new ArrayList<>();
    private final Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();

    /** Whether a new stream without an id begins at the end, as for the second connection of a client. */
    volatile boolean begun;

    VisibilityTopics(PipelineDriver pipeline) {
        add(Topic.FAIRSHARE, pipeline.read(Topic.FAIRSHARE, FairshareRecord.class));
        add(Topic.RANKS, pipeline.read(Topic.RANKS, RankRecord.class));
        add(Topic.USAGE, pipeline.read(Topic.USAGE, UsageRecord.class));
        add(Topic.PRIORITIES, pipeline.read(Topic.PRIORITIES, PriorityRecord.class));
    }

    private <T extends SpecificRecord> void add(Topic topic, List<PipelineDriver.Sent<T>> sent) {
        TopicPartition at = new TopicPartition(Topics.standard().name(topic), 0);
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        for (PipelineDriver.Sent<T> next : sent) {
            byte[] value = null;
            T record = next.value();
            if (record != null) {
                value = ByteBuffer.allocate(4).putInt(values.size()).array();
                values.add(record);
            }
            byte[] key = next.key().getBytes(StandardCharsets.UTF_8);
            all.add(new ConsumerRecord<>(at.topic(), 0, all.size(), key, value));
        }
        records.put(at, all);
    }

    SpecificRecord decode(byte[] value) {
        return values.get(ByteBuffer.wrap(value).getInt());
    }

    /** The keys of a topic's records in order; tombstones end with {@code !}. */
    List<String> keys(Topic topic) {
        return Objects.requireNonNull(
                        records.get(new TopicPartition(Topics.standard().name(topic), 0)))
                .stream()
                .map(record -> new String(record.key(), StandardCharsets.UTF_8) + (record.value() == null ? "!" : ""))
                .toList();
    }

    /** The ranks in their order; null = withdrawn. */
    List<@Nullable RankRecord> ranks() {
        List<@Nullable RankRecord> ranks = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : Objects.requireNonNull(
                records.get(new TopicPartition(Topics.standard().name(Topic.RANKS), 0)))) {
            ranks.add(record.value() == null ? null : (RankRecord) decode(record.value()));
        }
        return ranks;
    }

    Consumer<byte[], byte[]> consumer() {
        return new Reader();
    }

    private static final class End extends RuntimeException {
        private static final long serialVersionUID = 1;

        private End() {
            super("the topics of the test end here", null, false, false);
        }
    }

    /** A consumer that has nothing behind it at first, so that a stream begins with the first record. */
    private final class Reader extends MockConsumer<byte[], byte[]> {
        private boolean fed;
        private boolean finished;

        private Reader() {
            super("earliest");
            Map<TopicPartition, Long> begin = new HashMap<>();
            records.keySet().forEach(at -> begin.put(at, 0L));
            updateBeginningOffsets(begin);
            records.forEach((at, all) -> updateEndOffsets(Map.of(at, begun ? all.size() : 0L)));
        }

        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            if (!fed) {
                records.forEach((at, all) -> {
                    if (assignment().contains(at)) {
                        all.forEach(this::addRecord);
                    }
                });
                fed = true;
            }
            ConsumerRecords<byte[], byte[]> next = super.poll(timeout);
            if (next.isEmpty() && finished) {
                // Everything was sent: the stream ends, so that the test hears all of it and does not wait.
                throw new End();
            }
            finished = next.isEmpty();
            return next;
        }
    }
}
