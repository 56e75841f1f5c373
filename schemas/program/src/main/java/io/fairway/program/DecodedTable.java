package io.fairway.program;

import io.fairway.schemas.DecodeFailure;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * The content of a compacted topic, of its records one after the other. A record that cannot be decoded counts for nothing, as for
 * the application, which makes a dead letter of it: the value before it stays. Not thread-safe.
 */
final class DecodedTable<T> {
    /** Lines about refused records. Somebody may send any number of them. */
    private static final int SHOWN = 20;

    private final Deserializer<T> deserializer;
    private final Map<String, T> values = new TreeMap<>();
    private final Map<String, String> refused = new TreeMap<>();

    DecodedTable(Deserializer<T> deserializer) {
        this.deserializer = deserializer;
    }

    /** @throws RuntimeException if the registry gives no schema now: the record may be right */
    void take(ConsumerRecord<String, byte[]> read) {
        // Only a topic that is not compacted takes a record without a key.
        String key = Objects.requireNonNullElse(read.key(), "");
        T value;
        try {
            value = deserializer.deserialize(read.topic(), read.headers(), read.value());
        } catch (RuntimeException failed) {
            if (DecodeFailure.classify(failed) != DecodeFailure.BAD_DATA) {
                throw failed;
            }
            refused.put(
                    key,
                    read.topic() + "-" + read.partition() + "@" + read.offset() + " counts for nothing: "
                            + failed.getMessage());
            return;
        }
        refused.remove(key);
        if (value == null) {
            values.remove(key);
        } else {
            values.put(key, value);
        }
    }

    /** The values by key. */
    Map<String, T> values() {
        return new TreeMap<>(values);
    }

    /** A line for each key whose last record cannot be decoded: the first 20, and how many more there are. */
    List<String> refused() {
        Stream<String> first = refused.values().stream().limit(SHOWN);
        Stream<String> more = refused.size() <= SHOWN
                ? Stream.empty()
                : Stream.of("and " + (refused.size() - SHOWN) + " more keys, whose last record cannot be decoded");
        return Stream.concat(first, more).toList();
    }
}
