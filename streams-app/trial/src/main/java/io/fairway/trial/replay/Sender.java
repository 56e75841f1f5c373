package io.fairway.trial.replay;

import io.fairway.schemas.Topic;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Writes records of one topic, each on the partition of its domain, and reports every refusal. */
final class Sender<T extends SpecificRecord> implements AutoCloseable {
    private final String topic;
    private final Function<T, String> key;
    private final KafkaProducer<String, T> producer;
    private final AtomicReference<@Nullable Exception> refusal = new AtomicReference<>();

    Sender(Workbench bench, Topic topic, Class<T> type, Function<T, String> key) {
        this.topic = bench.topics().name(topic);
        this.key = key;
        producer = bench.producer(type);
    }

    /** Writes one record; a later call may report that it was refused. */
    void send(T record) {
        requireNoRefusal();
        var unused = producer.send(new ProducerRecord<>(topic, key.apply(record), record), (sent, refused) -> {
            if (refused != null) {
                refusal.compareAndSet(null, refused);
            }
        });
    }

    /** Waits until the broker has all records. */
    void flush() {
        producer.flush();
        requireNoRefusal();
    }

    private void requireNoRefusal() {
        Exception refused = refusal.get();
        if (refused != null) {
            throw new IllegalStateException("a record of " + topic + " could not be sent", refused);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
