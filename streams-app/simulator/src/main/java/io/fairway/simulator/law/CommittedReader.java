package io.fairway.simulator.law;

import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.Topic;
import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.broker.PartitionLog;
import io.fairway.simulator.broker.SimulatedBroker;
import java.nio.charset.StandardCharsets;
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
final class CommittedReader {
    private final SimulatedBroker broker;
    private final int partitions;
    private final Map<Topic, String> topics;
    private final Map<String, Long> positions = new HashMap<>();
    private final Map<Topic, Map<String, SpecificRecord>> last = new EnumMap<>(Topic.class);

    /** Hears of each new record. */
    interface Listener {
        /** @param before the last one of the key; null = none, or it was withdrawn */
        void read(Topic topic, LogEntry entry, @Nullable SpecificRecord before);
    }

    CommittedReader(SimulatedBroker broker, int partitions, Map<Topic, String> topics) {
        this.broker = broker;
        this.partitions = partitions;
        this.topics = topics;
    }

    /** Reads on. */
    void poll(Listener listener) {
        topics.forEach((topic, name) -> {
            for (int partition = 0; partition < partitions; partition++) {
                PartitionLog log = broker.log(name, partition);
                String place = name + partition;
                LogEntry entry = log.next(positions.getOrDefault(place, 0L));
                while (entry != null) {
                    positions.put(place, entry.offset() + 1);
                    take(topic, entry, listener);
                    entry = log.next(entry.offset() + 1);
                }
            }
        });
    }

    private void take(Topic topic, LogEntry entry, Listener listener) {
        if (topic.isEnvelope()) {
            listener.read(topic, entry, null);
            return;
        }
        Map<String, SpecificRecord> known = last.computeIfAbsent(topic, name -> new TreeMap<>());
        String key = String.valueOf(entry.key());
        listener.read(topic, entry, known.get(key));
        if (entry.value() instanceof SpecificRecord record) {
            known.put(key, record);
        } else {
            known.remove(key);
        }
    }

    /** The last record of each key of a topic that is not withdrawn. */
    <T extends SpecificRecord> Map<String, T> last(Topic topic, Class<T> type) {
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
