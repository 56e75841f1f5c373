package io.fairway.program;

import io.fairway.schemas.DecodeFailure;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * The content of a compacted topic, of its records one after the other. A record that cannot be decoded counts for nothing, as for
 * the application, which makes a dead letter of it: the value before it stays. Not thread-safe.
 */
final class DecodedTable<T> {
    private final Deserializer<T> deserializer;
    private final Map<String, T> values = new TreeMap<>();
    private final Map<String, String> refused = new TreeMap<>();

    DecodedTable(Deserializer<T> deserializer) {
        this.deserializer = deserializer;
    }

    /** @throws RuntimeException if the registry gives no schema now: the record may be right */
    void take(ConsumerRecord<String, byte[]> read) {
        T value;
        try {
            value = deserializer.deserialize(read.topic(), read.headers(), read.value());
        } catch (RuntimeException failed) {
            if (DecodeFailure.classify(failed) != DecodeFailure.BAD_DATA) {
                throw failed;
            }
            refused.put(
                    read.key(),
                    read.topic() + "-" + read.partition() + "@" + read.offset() + " counts for nothing: "
                            + failed.getMessage());
            return;
        }
        refused.remove(read.key());
        if (value == null) {
            values.remove(read.key());
        } else {
            values.put(read.key(), value);
        }
    }

    /** The values by key. */
    Map<String, T> values() {
        return new TreeMap<>(values);
    }

    /** A line for each key whose last record cannot be decoded. */
    Collection<String> refused() {
        return Collections.unmodifiableCollection(refused.values());
    }
}
