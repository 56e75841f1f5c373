package io.fairway.app.adjust;

import io.fairway.app.letters.DeadLetter.Place;
import io.fairway.app.letters.LetterBox;
import io.fairway.app.tables.TableOptions;
import io.fairway.avro.Adjustment;
import io.fairway.program.TopicLog;
import io.fairway.schemas.Topic;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/** The adjustments of a site, by the topic of adjustments and by what the application refused of it. */
final class KnownAdjustments {
    /** A record as it was sent. */
    record Sent(Adjustment record, Place at, boolean refused) {}

    /**
     * An adjustment with all that was sent under its key.
     *
     * @param first the newest record that states it, and not that it was taken back
     * @param last the record that counts
     */
    record Known(Adjustment first, Adjustment last, boolean refused) {
        /** Whether it was taken back. */
        boolean isUndone() {
            return AdjustmentRecords.isUndo(last);
        }

        String state() {
            return refused ? "refused" : isUndone() ? "undone" : "counts";
        }
    }

    private KnownAdjustments() {}

    /**
     * Reads all of them.
     *
     * @param err is told of records that are no adjustments
     * @return by key
     */
    static Map<String, Known> read(TableOptions options, PrintWriter err) {
        Set<Place> refused = refused(options, err);
        List<Sent> sent = new ArrayList<>();
        try (Deserializer<Adjustment> adjustments = options.serdes().deserializer(Adjustment.class)) {
            TopicLog.read(
                    options.topics().name(Topic.ADJUSTMENTS),
                    options.kafka(),
                    new TopicLog.Format<>(new StringDeserializer(), new ByteArrayDeserializer()),
                    null,
                    record -> {
                        Place at = new Place(record.topic(), record.partition(), record.offset());
                        Adjustment one = adjustment(adjustments, record);
                        if (one == null) {
                            err.println("left out: " + at + " is no adjustment; 'fairway dead-letters show " + at
                                    + "' shows it");
                        } else {
                            sent.add(new Sent(one, at, refused.contains(at)));
                        }
                    });
        }
        err.flush();
        return byKey(sent);
    }

    /** The adjustment in a record; null if there is none in it. */
    static @Nullable Adjustment adjustment(
            Deserializer<Adjustment> adjustments, ConsumerRecord<String, byte[]> record) {
        try {
            return record.value() == null ? null : adjustments.deserialize(record.topic(), record.value());
        } catch (SerializationException undecodable) {
            return null;
        }
    }

    private static Set<Place> refused(TableOptions options, PrintWriter err) {
        String topic = options.topics().name(Topic.ADJUSTMENTS);
        Set<Place> refused = new HashSet<>();
        try {
            new LetterBox(options).forEach(null, letter -> {
                Place origin = letter.origin();
                if (origin != null && origin.topic().equals(topic)) {
                    refused.add(origin);
                }
            });
        } catch (AuthorizationException e) {
            err.println("which of them the application refused is not known: " + e.getMessage());
        }
        return refused;
    }

    /** Of each key, what counts: as in the application, the highest revision, then the latest instant. */
    static Map<String, Known> byKey(Collection<Sent> sent) {
        Map<String, List<Sent>> byKey = new LinkedHashMap<>();
        for (Sent one : sent) {
            byKey.computeIfAbsent(AdjustmentRecords.key(one.record()), key -> new ArrayList<>())
                    .add(one);
        }
        Comparator<Sent> precedence = Comparator.<Sent>comparingInt(
                        one -> one.record().getRevision())
                .thenComparing(one -> one.record().getEffectiveAt());
        Map<String, Known> known = new LinkedHashMap<>();
        byKey.forEach((key, all) -> {
            List<Sent> taken = all.stream().filter(one -> !one.refused()).toList();
            List<Sent> counting = taken.isEmpty() ? all : taken;
            Adjustment last = counting.stream().max(precedence).orElseThrow().record();
            Adjustment first = counting.stream()
                    .filter(one -> !AdjustmentRecords.isUndo(one.record()))
                    .max(precedence)
                    .map(Sent::record)
                    .orElse(last);
            known.put(key, new Known(first, last, taken.isEmpty()));
        });
        return known;
    }
}
