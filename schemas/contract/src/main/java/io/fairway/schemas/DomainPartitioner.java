package io.fairway.schemas;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.jspecify.annotations.Nullable;

/**
 * Puts a record on the partition of its domain, which it reads from the key; see {@link DomainPartitions}. Producers
 * name it in {@code partitioner.class}, with the pins in {@link #PINS_CONFIG}.
 */
public final class DomainPartitioner implements Partitioner {
    /** Producer setting: pins in the format of {@link DomainPartitions#parse}; none by default. */
    public static final String PINS_CONFIG = "fairway.domain.pins";

    private DomainPartitions partitions = DomainPartitions.hashed();

    @Override
    public void configure(Map<String, ?> config) {
        Object pins = config.get(PINS_CONFIG);
        partitions = pins == null ? DomainPartitions.hashed() : DomainPartitions.parse(pins.toString());
    }

    /**
     * The partition of the record's domain.
     *
     * @throws IllegalArgumentException if the key is missing, malformed, or neither text nor bytes of UTF-8
     */
    @Override
    public int partition(
            String topic,
            @Nullable Object key,
            byte @Nullable [] keyBytes,
            @Nullable Object value,
            byte @Nullable [] valueBytes,
            Cluster cluster) {
        Integer count = cluster.partitionCountForTopic(topic);
        if (count == null) {
            throw new IllegalArgumentException("topic " + topic + ": the producer does not know its partitions");
        }
        return partitions.partition(Keys.domainOf(text(topic, key)), count);
    }

    private static String text(String topic, @Nullable Object key) {
        if (key instanceof String text) {
            return text;
        }
        if (key instanceof byte[] bytes) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
            } catch (CharacterCodingException e) {
                throw new IllegalArgumentException(
                        "topic " + topic + ": a key of " + bytes.length
                                + " bytes must be UTF-8 and begin with the domain",
                        e);
            }
        }
        throw new IllegalArgumentException("topic " + topic + ": a key must begin with the domain and be a String or"
                + " byte[], not " + (key == null ? "null" : key.getClass().getName()));
    }

    @Override
    public void close() {}
}
