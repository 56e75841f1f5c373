package io.fairway.api.query;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.fairway.core.model.Tres;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Writes answers: infinite numbers as text, NaN as null, whole numbers without decimals, instants in UTC with
 * milliseconds, TRES as an object of numbers with decimals.
 */
public final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new SimpleModule()
                    .addSerializer(double.class, new Numbers())
                    .addSerializer(Double.class, new Numbers())
                    .addSerializer(new Instants())
                    .addSerializer(new TresCounts()))
            .build();

    private Json() {}

    /** The bytes of an answer. */
    public static byte[] bytes(Object answer) {
        try {
            return MAPPER.writeValueAsBytes(answer);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(answer.getClass() + " is not made of what can be written", e);
        }
    }

    /** An answer as a tree, to be joined with the answers of other instances. */
    public static JsonNode tree(Object answer) {
        return MAPPER.valueToTree(answer);
    }

    /** An empty object, for the joined answers of several instances. */
    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** An instant with milliseconds. */
    public static String instant(long millis) {
        String text = Instant.ofEpochMilli(millis).toString();
        return text.contains(".") ? text : text.substring(0, text.length() - 1) + ".000Z";
    }

    /** An instant; null below 0, which means none. */
    static @Nullable Instant time(long millis) {
        return millis < 0 ? null : Instant.ofEpochMilli(millis);
    }

    /** A count; null below 1, which means undefined. */
    static @Nullable Long count(long value) {
        return value > 0 ? value : null;
    }

    /** A number. NaN is empty. */
    private static final class Numbers extends StdSerializer<Double> {
        private static final long serialVersionUID = 1;

        Numbers() {
            super(Double.class);
        }

        @Override
        public boolean isEmpty(SerializerProvider provider, Double value) {
            return value.isNaN();
        }

        @Override
        public void serialize(Double boxed, JsonGenerator to, SerializerProvider provider) throws IOException {
            double value = boxed;
            if (Double.isNaN(value)) {
                to.writeNull();
            } else if (Double.isInfinite(value)) {
                to.writeString(value > 0 ? "Infinity" : "-Infinity");
            } else if (value == Math.rint(value) && Math.abs(value) < 1L << 53) {
                to.writeNumber((long) value);
            } else {
                to.writeNumber(value);
            }
        }
    }

    private static final class Instants extends StdSerializer<Instant> {
        private static final long serialVersionUID = 1;

        Instants() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant instant, JsonGenerator to, SerializerProvider provider) throws IOException {
            to.writeString(instant(instant.toEpochMilli()));
        }
    }

    private static final class TresCounts extends StdSerializer<Tres> {
        private static final long serialVersionUID = 1;

        TresCounts() {
            super(Tres.class);
        }

        @Override
        public boolean isEmpty(SerializerProvider provider, Tres tres) {
            return tres.isEmpty();
        }

        @Override
        public void serialize(Tres tres, JsonGenerator to, SerializerProvider provider) throws IOException {
            to.writeStartObject();
            for (var count : tres.counts().entrySet()) {
                to.writeNumberField(count.getKey(), count.getValue().doubleValue());
            }
            to.writeEndObject();
        }
    }
}
