package io.fairway.program;

import io.fairway.schemas.DomainPartitioner;
import io.fairway.schemas.FairwaySerdes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** A compacted topic as a table: reads its content, writes changes. */
public final class TableClient<T extends SpecificRecord> {
    private final String topic;
    private final Class<T> type;
    private final Map<String, Object> kafka;
    private final FairwaySerdes serdes;
    private final String pins;
    private final Consumer<String> told;
    private List<String> before = List.of();

    /** A table that tells nobody of records that cannot be decoded. */
    public TableClient(String topic, Class<T> type, Map<String, Object> kafka, FairwaySerdes serdes, String pins) {
        this(topic, type, kafka, serdes, pins, line -> {});
    }

    /** @param told hears of the keys whose last record cannot be decoded: lines for people, again only if they changed */
    public TableClient(
            String topic,
            Class<T> type,
            Map<String, Object> kafka,
            FairwaySerdes serdes,
            String pins,
            Consumer<String> told) {
        this.topic = topic;
        this.type = type;
        this.kafka = kafka;
        this.serdes = serdes;
        this.pins = pins;
        this.told = told;
    }

    /** The content of the topic now, by key. What cannot be decoded counts for nothing, as for the application. */
    public Map<String, T> read() {
        List<String> refused = new ArrayList<>();
        Map<String, T> table = CompactedTopic.read(topic, kafka, serdes.deserializer(type), refused::add);
        // Who reads again and again hears once what stays as it was.
        if (!refused.equals(before)) {
            refused.forEach(told);
        }
        before = refused;
        return table;
    }

    /**
     * Writes records; a null value removes one. Returns when the brokers have all of them.
     *
     * @return where they are
     */
    public List<RecordMetadata> write(Map<String, @Nullable T> changes) throws InterruptedException {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("acks", "all");
        settings.put("enable.idempotence", "true");
        settings.put("partitioner.class", DomainPartitioner.class.getName());
        settings.put(DomainPartitioner.PINS_CONFIG, pins);
        try (KafkaProducer<String, T> producer =
                new KafkaProducer<>(settings, new StringSerializer(), serdes.serializer(type))) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            changes.forEach((key, value) -> sent.add(producer.send(new ProducerRecord<>(topic, key, value))));
            producer.flush();
            List<RecordMetadata> written = new ArrayList<>();
            for (Future<RecordMetadata> result : sent) {
                written.add(result.get());
            }
            return written;
        } catch (ExecutionException failed) {
            throw new IllegalStateException(
                    "topic " + topic
                            + ": not all changes were written; what was written counts, and may be written again",
                    failed.getCause());
        }
    }
}
