package io.fairway.app.letters;

import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** A dead letter for people: its value as a record, or in hexadecimal digits if it is none. */
final class LetterText {
    /** The most bytes that are shown in hexadecimal digits. */
    private static final int MAX_BYTES = 512;

    private LetterText() {}

    static void print(DeadLetter letter, Topics topics, FairwaySerdes serdes, PrintWriter out) {
        out.println("dead letter " + letter.at());
        out.println("  kept at   " + letter.appended());
        out.println("  kind      " + letter.kind());
        out.println("  reason    " + letter.reason());
        out.println("  came from " + (letter.origin() == null ? "not told" : letter.origin()));
        if (!letter.replayOf().isEmpty()) {
            out.println("  replay of " + letter.replayOf() + ": it was sent again, and refused again");
        }
        if (!letter.cut().isEmpty()) {
            out.println("  cut       " + String.join(", ", letter.cut()));
        }
        for (Header header : letter.own()) {
            if (!header.key().equals(DeadLetter.REPLAYED)) {
                out.println("  header    " + header.key() + "=" + DeadLetter.text(header));
            }
        }
        byte[] key = letter.key();
        out.println("  key       " + (key == null ? "none" : text(key)));
        byte[] value = letter.value();
        if (value == null) {
            out.println("  value     none");
            return;
        }
        out.println("  value     " + value.length + " bytes");
        String decoded = decoded(letter, topics, serdes, value);
        out.println(decoded == null ? hex(value) : decoded);
    }

    /** Whether the value can be read today as a record of the topic from which it came. */
    static boolean isReadable(DeadLetter letter, Topics topics, FairwaySerdes serdes) {
        byte[] value = letter.value();
        return value != null && decoded(letter, topics, serdes, value) != null;
    }

    private static @Nullable String decoded(DeadLetter letter, Topics topics, FairwaySerdes serdes, byte[] value) {
        Topic topic = letter.origin() == null ? null : topics.of(letter.origin().topic());
        if (topic == null || topic.isEnvelope() || !letter.cut().isEmpty()) {
            return null;
        }
        try (Deserializer<? extends SpecificRecord> values =
                serdes.deserializer(topic.valueClass().asSubclass(SpecificRecord.class))) {
            return String.valueOf(values.deserialize(topics.name(topic), value));
        } catch (KafkaException | IllegalArgumentException undecodable) {
            return null;
        }
    }

    private static String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notText) {
            return hex(bytes);
        }
    }

    static String hex(byte[] bytes) {
        String digits = HexFormat.ofDelimiter(" ")
                .formatHex(bytes.length > MAX_BYTES ? Arrays.copyOf(bytes, MAX_BYTES) : bytes);
        return bytes.length > MAX_BYTES ? digits + " ... " + (bytes.length - MAX_BYTES) + " bytes more" : digits;
    }
}
