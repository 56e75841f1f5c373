package io.fairway.bench.bed;

import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;

/** Writes records of the contract to the partitions of their domains, lz4. For one thread. */
public final class RecordWriter implements RecordSink, AutoCloseable {
    private final Topics topics;
    private final FairwaySerdes serdes;
    private final int partitions;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<Class<?>, Serializer<?>> serializers = new HashMap<>();
    private long failed;

    RecordWriter(String bootstrapServers, Topics topics, FairwaySerdes serdes, int partitions) {
        this.topics = topics;
        this.serdes = serdes;
        this.partitions = partitions;
        Map<String, Object> config = new HashMap<>();
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        config.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
        config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 64L << 20);
        producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Sends a record; {@link #flush} says whether all arrived. */
    @Override
    public void send(Topic topic, String domain, String key, SpecificRecord record) {
        var unused = producer.send(
                new ProducerRecord<>(
                        topics.name(topic),
                        DomainPartitions.hashed().partition(domain, partitions),
                        key.getBytes(StandardCharsets.UTF_8),
                        bytes(topic, record)),
                (sent, problem) -> {
                    if (problem != null) {
                        synchronized (this) {
                            failed++;
                        }
                    }
                });
    }

    @SuppressWarnings("unchecked")
    private <T extends SpecificRecord> byte[] bytes(Topic topic, T record) {
        Class<T> type = (Class<T>) record.getClass();
        Serializer<T> serializer = (Serializer<T>) serializers.computeIfAbsent(type, t -> serdes.serializer(type));
        return serializer.serialize(topics.name(topic), record);
    }

    /**
     * Returns when everything has arrived.
     *
     * @throws IllegalStateException if a record was lost: nothing that is measured after it would be right
     */
    public void flush() {
        producer.flush();
        synchronized (this) {
            if (failed > 0) {
                throw new IllegalStateException(failed + " records did not reach the broker; is its disk full?");
            }
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
