package io.fairway.dispatcher.publish;

import io.fairway.avro.JobEvent;
import io.fairway.avro.ResourceSample;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.RegistryAwayException;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.schemas.UnwritableException;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Makes the bytes of records of the contract, and waits for an unavailable registry. For one thread. */
public final class RecordEncoder implements AutoCloseable {
    private final Topics topics;
    private final FairwaySerdes serdes;
    private final Patience patience;
    private final Map<Topic, Serializer<?>> serializers = new HashMap<>();

    /** @param patience waits for an unavailable registry */
    public RecordEncoder(Topics topics, FairwaySerdes serdes, Patience patience) {
        this.topics = topics;
        this.serdes = serdes;
        this.patience = patience;
    }

    /**
     * A record to send.
     *
     * @param record null = a tombstone
     * @throws RegistryAwayException if the registry was unavailable until the program stopped
     * @throws UnwritableException if the record cannot be written, or the registry refuses its schema
     */
    <T extends SpecificRecord> ProducerRecord<String, byte[]> encode(Topic topic, String key, @Nullable T record) {
        if (record == null) {
            return new ProducerRecord<>(topics.name(topic), key, null);
        }
        String name = name(topic, record);
        Serializer<T> serializer = serializer(topic, record);
        byte[] value = patience.ask(
                "a record for " + name, () -> serializer.serialize(name, record), Publisher::isRegistryAway);
        return new ProducerRecord<>(name, key, value);
    }

    /** A cluster may have a topic of its own. */
    private String name(Topic topic, SpecificRecord record) {
        return switch (record) {
            case JobEvent event -> topics.name(topic, event.getCluster());
            case ResourceSample sample -> topics.name(topic, sample.getCluster());
            default -> topics.name(topic);
        };
    }

    @SuppressWarnings("unchecked") // a topic has records of one class, whose serializer refuses any other
    private <T extends SpecificRecord> Serializer<T> serializer(Topic topic, T record) {
        return (Serializer<T>)
                serializers.computeIfAbsent(topic, any -> serdes.serializer((Class<T>) record.getClass()));
    }

    @Override
    public void close() {
        serializers.values().forEach(Serializer::close);
    }
}
