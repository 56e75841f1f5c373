package io.fairway.app.letters;

import io.fairway.app.letters.DeadLetter.Place;
import io.fairway.program.TopicLog;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends dead letters again to the partitions from which they came, and finds those that somebody sent before. */
final class LetterSender {
    private final Map<String, Object> kafka;

    /** @param kafka settings of Kafka clients */
    LetterSender(Map<String, Object> kafka) {
        this.kafka = kafka;
    }

    /** The places of the dead letters, of some, that are in their topics again. Each partition is read from the oldest on. */
    Set<String> sentBefore(List<DeadLetter> letters) {
        Map<String, List<DeadLetter>> byPartition = new TreeMap<>();
        for (DeadLetter letter : letters) {
            Place origin = Objects.requireNonNull(letter.origin());
            byPartition
                    .computeIfAbsent(origin.topicPartition().toString(), partition -> new ArrayList<>())
                    .add(letter);
        }
        Set<String> found = new HashSet<>();
        for (List<DeadLetter> of : byPartition.values()) {
            DeadLetter oldest = of.stream()
                    .min(java.util.Comparator.comparing(DeadLetter::appended))
                    .orElseThrow();
            TopicLog.read(
                    Objects.requireNonNull(oldest.origin()).topicPartition(),
                    kafka,
                    LetterBox.BYTES,
                    oldest.appended(),
                    record -> record.headers()
                            .headers(DeadLetter.REPLAYED)
                            .forEach(header -> found.add(DeadLetter.text(header))));
        }
        return found;
    }

    /**
     * Sends them, and returns when the brokers have all.
     *
     * @return where they are
     */
    List<RecordMetadata> send(List<DeadLetter> letters) throws InterruptedException {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("acks", "all");
        settings.put("enable.idempotence", "true");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            letters.forEach(letter -> sent.add(producer.send(again(letter))));
            List<RecordMetadata> written = new ArrayList<>();
            for (Future<RecordMetadata> one : sent) {
                written.add(one.get());
            }
            return written;
        } catch (ExecutionException failed) {
            throw new IllegalStateException(
                    "not all were sent; those that were are told of at the next try", failed.getCause());
        }
    }

    /** A record with the bytes of a dead letter, and with its place in a header. */
    static ProducerRecord<byte[], byte[]> again(DeadLetter letter) {
        Place origin = Objects.requireNonNull(letter.origin());
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(origin.topic(), origin.partition(), letter.key(), letter.value());
        for (Header header : letter.own()) {
            record.headers().add(header);
        }
        record.headers().add(DeadLetter.REPLAYED, letter.at().toString().getBytes(StandardCharsets.UTF_8));
        return record;
    }
}
