package io.fairway.simulator.law;

import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.Topic;
import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.broker.PartitionLog;
import io.fairway.simulator.broker.SimulatedBroker;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Reads the results as every reader of committed records does, and knows the last one of each key. */
final class CommittedReader implements LastRecords {
    private final List<Position> positions = new ArrayList<>();
    private final Map<Topic, Map<String, SpecificRecord>> last = new EnumMap<>(Topic.class);

    /** Hears of each new record. */
    interface Listener {
        /** @param before the last one of the key; null = none, or it was withdrawn */
        void read(Topic topic, LogEntry entry, @Nullable SpecificRecord before);
    }

    CommittedReader(SimulatedBroker broker, int partitions, Map<Topic, String> topics) {
        topics.forEach((topic, name) -> {
            for (int partition = 0; partition < partitions; partition++) {
                positions.add(new Position(topic, broker.log(name, partition)));
            }
        });
    }

    /** How far a partition is read. */
    private static final class Position {
        private final Topic topic;
        private final PartitionLog log;
        private long next;

        Position(Topic topic, PartitionLog log) {
            this.topic = topic;
            this.log = log;
        }
    }

    /** Reads on. */
    void poll(Listener listener) {
        for (Position position : positions) {
            LogEntry entry = position.log.next(position.next);
            while (entry != null) {
                position.next = entry.offset() + 1;
                take(position.topic, entry, listener);
                entry = position.log.next(position.next);
            }
        }
    }

    private void take(Topic topic, LogEntry entry, Listener listener) {
        if (topic.isEnvelope()) {
            listener.read(topic, entry, null);
            return;
        }
        Map<String, SpecificRecord> values = last.computeIfAbsent(topic, name -> new HashMap<>());
        String key = String.valueOf(entry.key());
        listener.read(topic, entry, values.get(key));
        if (entry.value() instanceof SpecificRecord record) {
            values.put(key, record);
        } else {
            values.remove(key);
        }
    }

    @Override
    public <T extends SpecificRecord> Map<String, T> last(Topic topic, Class<T> type) {
        Map<String, T> records = new TreeMap<>();
        last.getOrDefault(topic, Map.of()).forEach((key, record) -> records.put(key, type.cast(record)));
        return records;
    }

    /** Where a dead letter or misrouted record came from. */
    static String origin(Headers headers) {
        List<@Nullable String> parts = List.of(
                text(headers.lastHeader(DeadLetterHeaders.TOPIC)),
                text(headers.lastHeader(DeadLetterHeaders.PARTITION)),
                text(headers.lastHeader(DeadLetterHeaders.OFFSET)));
        return parts.get(0) + "-" + parts.get(1) + "@" + parts.get(2);
    }

    static String text(@Nullable Header header) {
        return header == null ? "?" : new String(header.value(), StandardCharsets.UTF_8);
    }
}
