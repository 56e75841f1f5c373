package io.fairway.dispatcher.publish;

import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.RegistryAwayException;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.schemas.UnwritableException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends records of the contract, each to its topic and to the partition of its domain. For one thread, except
 * {@link #stop}.
 */
public final class Publisher implements AutoCloseable {
    private static final Duration CLOSING = Duration.ofSeconds(10);

    private final Producer<String, byte[]> producer;
    private final RecordEncoder encoder;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile @Nullable Exception failure;

    /** A publisher with its own producer. */
    public Publisher(DispatcherConfig config) {
        this(
                new KafkaProducer<>(config.producer(), new StringSerializer(), new ByteArraySerializer()),
                config.topics(),
                config.serdes());
    }

    Publisher(Producer<String, byte[]> producer, Topics topics, FairwaySerdes serdes) {
        this.producer = producer;
        encoder = new RecordEncoder(topics, serdes, new Patience(stopping));
    }

    /**
     * Passes a record to the producer; {@link #check} or a later call reports a failure. Waits for an unavailable
     * registry.
     *
     * @throws KafkaException if an earlier record did not arrive
     * @throws RegistryAwayException if the registry was unavailable until {@link #stop}
     * @throws UnwritableException if the record cannot be written, or the registry refuses its schema
     */
    public <T extends SpecificRecord> void send(Topic topic, String key, T record) {
        check();
        var unused = producer.send(encoder.encode(topic, key, record), (metadata, e) -> {
            if (e != null) {
                failure = e;
            }
        });
    }

    /**
     * Throws if a record did not arrive.
     *
     * @throws KafkaException if one did not; has the reason
     */
    public void check() {
        Exception e = failure;
        if (e != null) {
            throw new KafkaException("a record was not published: " + e.getMessage(), e);
        }
    }

    /** Waits until all records have arrived; throws like {@link #check} if one did not. */
    public void flush() {
        producer.flush();
        check();
    }

    /** Stops waiting for an unavailable registry; for any thread. */
    public void stop() {
        stopping.countDown();
    }

    @Override
    public void close() {
        stop();
        producer.close(CLOSING);
        encoder.close();
    }

    /** Whether a read or write failed because the registry is unavailable. */
    public static boolean isRegistryAway(RuntimeException e) {
        return RegistryAwayException.isCauseOf(e);
    }
}
