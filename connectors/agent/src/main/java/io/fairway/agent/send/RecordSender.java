package io.fairway.agent.send;

import io.fairway.agent.outbox.OutboxRecord;
import io.fairway.agent.outbox.SegmentLog;
import io.fairway.agent.record.StoredForm;
import io.fairway.schemas.Keys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the records of one log to a producer, a batch at a time.
 *
 * @param <T> class of the records
 */
final class RecordSender<T extends SpecificRecord> {
    private static final Logger LOG = LoggerFactory.getLogger(RecordSender.class);

    private final SegmentLog log;
    private final StoredForm<T> form;
    private final Function<T, String> topic;
    private final Function<T, String> key;
    private final Serializer<T> serializer;

    /**
     * @param topic gives the name of a record's topic
     * @param key gives the key of a record, see {@link Keys}
     */
    RecordSender(
            SegmentLog log,
            StoredForm<T> form,
            Function<T, String> topic,
            Function<T, String> key,
            Serializer<T> serializer) {
        this.log = log;
        this.form = form;
        this.topic = topic;
        this.key = key;
        this.serializer = serializer;
    }

    /**
     * A record on its way.
     *
     * @param sequence its number in its log
     * @param answer that of the broker
     */
    record Sent(long sequence, Future<RecordMetadata> answer) {}

    /**
     * Records on their way.
     *
     * @param last the number of the last one in its log; -1 = there are none
     * @param bytes of all of them
     */
    record Batch(long last, int bytes, List<Sent> records) {}

    private record Encoded(long sequence, ProducerRecord<byte[], byte[]> record) {}

    /**
     * Sends the next records; none if all were sent. A record that cannot be read, because a later agent wrote it, is
     * set aside in a file.
     *
     * @throws RuntimeException if registry or broker are away, and nothing was sent; {@link #again} then begins anew
     */
    Batch send(Producer<byte[], byte[]> producer, int most) throws IOException {
        List<Encoded> encoded = new ArrayList<>();
        Set<String> topics = new TreeSet<>();
        int bytes = 0;
        long last = -1;
        for (OutboxRecord stored : log.read(most)) {
            last = stored.sequence();
            T record = read(stored);
            if (record != null) {
                String to = topic.apply(record);
                topics.add(to);
                byte[] value = serializer.serialize(to, record);
                bytes += value.length;
                byte[] keyBytes = key.apply(record).getBytes(StandardCharsets.UTF_8);
                encoded.add(new Encoded(last, new ProducerRecord<>(to, keyBytes, value)));
            }
        }
        // Registry and topics are there: no half batch goes out, whose other half would send it all again.
        topics.forEach(producer::partitionsFor);
        List<Sent> sent = new ArrayList<>(encoded.size());
        for (Encoded next : encoded) {
            sent.add(new Sent(next.sequence(), producer.send(next.record())));
        }
        return new Batch(last, bytes, sent);
    }

    private @Nullable T read(OutboxRecord stored) throws IOException {
        try {
            return form.decode(stored.payload());
        } catch (IOException e) {
            LOG.error("a record is not sent, but kept in {}: {}", log.setAside(stored), e.getMessage());
            return null;
        }
    }

    /** Notes that a broker has all records up to a number. */
    void arrived(long sequence) throws IOException {
        if (sequence >= 0) {
            log.acknowledge(sequence);
        }
    }

    /** Begins again after the last record that a broker has. */
    void again() {
        log.rewind();
    }

    /** Closes what talks to the registry. */
    void close() {
        serializer.close();
    }
}
