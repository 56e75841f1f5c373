package io.fairway.schemas;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.jspecify.annotations.Nullable;

/**
 * Puts a record on the partition of its domain, which it takes from the key; see {@link DomainPartitions}. To be named
 * in a producer's {@code partitioner.class}, with the pins in {@link #PINS_CONFIG}.
 */
public final class DomainPartitioner implements Partitioner {
    /** Producer setting: pins as {@link DomainPartitions#parse} reads them; none by default. */
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
     * @throws IllegalArgumentException if there is no key, it is neither text nor bytes of UTF-8, or it is malformed
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
            throw new IllegalArgumentException("topic " + topic + " is unknown to the producer");
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
                        "topic " + topic + ": a key of " + bytes.length + " bytes that are not UTF-8 names no domain",
                        e);
            }
        }
        throw new IllegalArgumentException("topic " + topic + ": the domain is taken from a key that is a String or"
                + " byte[], not " + (key == null ? "null" : key.getClass().getName()));
    }

    @Override
    public void close() {}
}
