package io.fairway.app.letters;

import io.fairway.app.letters.DeadLetter.Place;
import io.fairway.app.tables.TableOptions;
import io.fairway.program.TopicLog;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** The topic of dead letters on a broker. */
public final class LetterBox {
    /** Bytes as they are. */
    static final TopicLog.Format<byte[], byte[]> BYTES =
            new TopicLog.Format<>(new ByteArrayDeserializer(), new ByteArrayDeserializer());

    private final String topic;
    private final Map<String, Object> kafka;

    /** @param options say the broker and the topics */
    public LetterBox(TableOptions options) {
        topic = options.topics().name(Topic.DEAD_LETTERS);
        kafka = options.kafka();
    }

    /**
     * Hands out the dead letters, each partition in its order.
     *
     * @param since those that were kept from this instant on; null = all
     */
    public void forEach(@Nullable Instant since, Consumer<DeadLetter> taken) {
        TopicLog.read(topic, kafka, BYTES, since, record -> taken.accept(DeadLetter.of(record)));
    }

    /**
     * The dead letter at a place, which is its own or that from which the record came.
     *
     * @throws IllegalArgumentException if there is none
     */
    DeadLetter at(Place place) {
        if (place.topic().equals(topic)) {
            var record = TopicLog.at(place.topicPartition(), place.offset(), kafka, BYTES);
            if (record == null) {
                throw new IllegalArgumentException(place
                        + ": there is no such dead letter, or it is kept no longer; see 'fairway dead-letters list'");
            }
            return DeadLetter.of(record);
        }
        List<DeadLetter> found = new ArrayList<>();
        Predicate<DeadLetter> comesFrom = letter -> place.equals(letter.origin());
        forEach(null, letter -> {
            if (comesFrom.test(letter)) {
                found.add(letter);
            }
        });
        if (found.isEmpty()) {
            throw new IllegalArgumentException(place + ": no dead letter came from there");
        }
        return found.get(found.size() - 1);
    }
}
