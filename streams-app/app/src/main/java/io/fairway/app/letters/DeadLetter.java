package io.fairway.app.letters;

import io.fairway.schemas.DeadLetterHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record that the application could not take.
 *
 * @param at where it is kept
 * @param appended when it was kept
 * @param kind the kind of fault, one word
 * @param origin where it came from; null = its headers do not say
 * @param own the headers that it had when it came
 * @param cut what of it was cut off, in words; empty = it is whole
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes of a record, compared by nobody
public record DeadLetter(
        Place at,
        Instant appended,
        String kind,
        String reason,
        @Nullable Place origin,
        byte @Nullable [] key,
        byte @Nullable [] value,
        List<Header> own,
        List<String> cut) {
    /** The header of a record that was sent again: the dead letter that it was. */
    public static final String REPLAYED = "fairway.replayed";

    private static final Set<String> CUTS = Set.of(DeadLetterHeaders.KEY_BYTES, DeadLetterHeaders.VALUE_BYTES);
    private static final String FAIRWAY = "fairway.";

    /** Reads a record of the topic of dead letters. */
    public static DeadLetter of(ConsumerRecord<byte[], byte[]> record) {
        List<Header> own = new ArrayList<>();
        List<String> cut = new ArrayList<>();
        for (Header header : record.headers()) {
            if (!header.key().startsWith(FAIRWAY) || header.key().equals(REPLAYED)) {
                own.add(header);
            }
            if (CUTS.contains(header.key())) {
                cut.add(header.key() + "=" + text(header));
            }
        }
        return new DeadLetter(
                new Place(record.topic(), record.partition(), record.offset()),
                Instant.ofEpochMilli(record.timestamp()),
                header(record, DeadLetterHeaders.KIND),
                header(record, DeadLetterHeaders.REASON),
                origin(record),
                record.key(),
                record.value(),
                own,
                cut);
    }

    /** The dead letter of which this one is the replay; empty = it is none. */
    public String replayOf() {
        return own.stream()
                .filter(header -> header.key().equals(REPLAYED))
                .map(DeadLetter::text)
                .reduce("", (first, last) -> last);
    }

    /** Where a record came from, by the headers of its dead letter; null = they do not say. */
    public static @Nullable Place origin(ConsumerRecord<?, ?> record) {
        try {
            return new Place(
                    header(record, DeadLetterHeaders.TOPIC),
                    Integer.parseInt(header(record, DeadLetterHeaders.PARTITION)),
                    Long.parseLong(header(record, DeadLetterHeaders.OFFSET)));
        } catch (NumberFormatException notTold) {
            return null;
        }
    }

    private static String header(ConsumerRecord<?, ?> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : text(header);
    }

    static String text(Header header) {
        return header.value() == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    /**
     * A record's place: {@code TOPIC-PARTITION@OFFSET}.
     *
     * @param partition 0 or more
     * @param offset 0 or more
     */
    public record Place(String topic, int partition, long offset) {
        /**
         * Reads a place.
         *
         * @throws IllegalArgumentException with the text and the rule
         */
        public static Place parse(String text) {
            int at = text.lastIndexOf('@');
            int dash = text.lastIndexOf('-', Math.max(0, at));
            try {
                if (dash > 0 && at > dash) {
                    int partition = Integer.parseInt(text.substring(dash + 1, at));
                    long offset = Long.parseLong(text.substring(at + 1));
                    if (partition >= 0 && offset >= 0) {
                        return new Place(text.substring(0, dash), partition, offset);
                    }
                }
            } catch (NumberFormatException wrong) {
                // The message below says so.
            }
            throw new IllegalArgumentException(
                    "'" + text + "': must be TOPIC-PARTITION@OFFSET, such as fairway.dead-letters-3@17");
        }

        TopicPartition topicPartition() {
            return new TopicPartition(topic, partition);
        }

        @Override
        public String toString() {
            return topic + "-" + partition + "@" + offset;
        }
    }
}
