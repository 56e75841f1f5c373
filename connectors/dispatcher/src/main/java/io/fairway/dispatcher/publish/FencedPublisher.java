package io.fairway.dispatcher.publish;

import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.schemas.Topic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApplicationRecoverableException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The only writer of what a dispatcher decides in a domain. Its producer has the transactional id of the domain: when
 * another dispatcher opens one of that id, the broker refuses all later writes of this one, and rolls back what it had
 * not committed. So a dispatcher that stood still, and missed that another took over, records no start when it goes on.
 */
public final class FencedPublisher implements AutoCloseable {
    /** A record of the contract; null as its value = a tombstone. */
    public record Entry(Topic topic, String key, @Nullable SpecificRecord value) {}

    private static final Duration CLOSING = Duration.ofSeconds(10);

    private final Producer<String, byte[]> producer;
    private final RecordEncoder encoder;

    /**
     * A publisher on a producer that has the transactional id of the domain; {@link #fence} comes before the first
     * record.
     */
    public FencedPublisher(Producer<String, byte[]> producer, RecordEncoder encoder) {
        this.producer = producer;
        this.encoder = encoder;
    }

    /** @param patience waits for an unavailable registry until the dispatcher stops */
    public static FencedPublisher of(DispatcherConfig config, String domain, Patience patience) {
        return new FencedPublisher(
                new KafkaProducer<>(config.fencedProducer(domain), new StringSerializer(), new ByteArraySerializer()),
                new RecordEncoder(config.topics(), config.serdes(), patience));
    }

    /** Refuses every earlier publisher of the domain; returns when its last transaction has ended, either way. */
    public void fence() {
        producer.initTransactions();
    }

    /**
     * Writes all records, or none. If it throws, either may be the case; this publisher is then of no more use.
     *
     * @throws KafkaException if the records were not committed, or this is not known
     */
    public void write(List<Entry> entries) {
        // First, because the registry may keep it waiting: an open transaction keeps all readers waiting.
        List<ProducerRecord<String, byte[]>> records = entries.stream()
                .map(entry -> encoder.encode(entry.topic(), entry.key(), entry.value()))
                .toList();
        producer.beginTransaction();
        List<Future<RecordMetadata>> sent = records.stream().map(producer::send).toList();
        producer.commitTransaction();
        sent.forEach(FencedPublisher::requireSent);
    }

    /** A commit fails if a record was not sent; this is for those that say so here only. */
    private static void requireSent(Future<RecordMetadata> sent) {
        try {
            sent.get();
        } catch (ExecutionException e) {
            throw new KafkaException("a record was not published: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether a new publisher may succeed where this one failed: it was fenced, timed out, or a broker is away. */
    public static boolean isPassing(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ApplicationRecoverableException
                    || cause instanceof RetriableException
                    || cause instanceof TransactionAbortedException
                    || cause instanceof OutOfOrderSequenceException
                    // What a commit gets that meets the broker's own rollback (KAFKA-20785).
                    || cause instanceof InvalidTxnStateException) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        producer.close(CLOSING);
        encoder.close();
    }
}
