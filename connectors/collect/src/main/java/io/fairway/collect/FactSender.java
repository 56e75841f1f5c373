package io.fairway.collect;

import io.fairway.avro.JobEvent;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends facts: each to the topic of its cluster under the key of its job, on the partition of its domain, in the format of
 * Confluent's serializers. A fact that is sent again changes nothing: the application knows it by job, type, run and time.
 *
 * <p>For one thread. Nothing is sent for sure before {@link #flush} returns.
 */
public final class FactSender implements AutoCloseable {
    private final Topics topics;
    private final Serializer<JobEvent> eventSerializer;
    private final KafkaProducer<String, byte[]> producer;
    private final Consumer<RecordMetadata> sent;
    private final AtomicReference<@Nullable Exception> refusal = new AtomicReference<>();

    public FactSender(CollectConfig config) {
        this(config, where -> {});
    }

    /** @param sent hears where each fact is, on another thread, once the brokers have it */
    public FactSender(CollectConfig config, Consumer<RecordMetadata> sent) {
        topics = config.topics();
        FairwaySerdes serdes = config.serdes();
        eventSerializer = serdes.serializer(JobEvent.class);
        producer = new KafkaProducer<>(config.producer(), new StringSerializer(), new ByteArraySerializer());
        this.sent = sent;
    }

    /**
     * Sends an event. It waits while the buffer of the producer is full.
     *
     * @throws io.fairway.schemas.UnwritableException if the event does not fit its schema
     * @throws io.fairway.schemas.RegistryAwayException if the registry does not answer
     * @throws IllegalStateException if an earlier fact could not be sent
     */
    public void send(JobEvent event) {
        String topic = topics.name(Topic.JOB_EVENTS, event.getCluster());
        String key = Keys.job(event.getDomain(), event.getCluster(), event.getJob());
        byte[] value = eventSerializer.serialize(topic, event);
        requireNoRefusal();
        var unused = producer.send(new ProducerRecord<>(topic, key, value), (where, refused) -> {
            if (refused != null) {
                refusal.compareAndSet(null, refused);
            } else {
                sent.accept(where);
            }
        });
    }

    /**
     * Waits until the brokers have all facts.
     *
     * @throws IllegalStateException if one could not be sent
     */
    public void flush() {
        producer.flush();
        requireNoRefusal();
    }

    private void requireNoRefusal() {
        Exception refused = refusal.get();
        if (refused != null) {
            throw new IllegalStateException(
                    "the brokers did not take a fact: " + refused.getMessage() + "; what was sent before counts, and"
                            + " may be sent again",
                    refused);
        }
    }

    /** Ends it at once, also on a thread that is interrupted. What the brokers do not have yet is not sent. */
    public void abandon() {
        boolean interrupted = Thread.interrupted();
        try {
            producer.close(Duration.ZERO);
            eventSerializer.close();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        producer.close();
        eventSerializer.close();
    }
}
