package io.fairway.readers.line;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;

/** One object of JSON in a line, whose members may be missing. */
public final class JsonLine {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final JsonNode object;

    private JsonLine(JsonNode object) {
        this.object = object;
    }

    /** Whether a line begins as an object does. */
    public static boolean isObject(String line) {
        return line.stripLeading().startsWith("{");
    }

    /**
     * Parses a line.
     *
     * @throws BadValueException if it is no object
     */
    public static JsonLine of(String line) {
        try {
            JsonNode node = JSON.readTree(line);
            if (node == null || !node.isObject()) {
                throw new BadValueException("line", line, "must be an object of JSON");
            }
            return new JsonLine(node);
        } catch (JsonProcessingException e) {
            throw new BadValueException(
                    "line", line, "must be an object of JSON in one line: " + e.getOriginalMessage());
        }
    }

    /** A member of it as another object; empty if it is none. */
    public JsonLine inside(String name) {
        return new JsonLine(object.path(name));
    }

    /** The objects of a list; none if there is no list. */
    public Iterable<JsonLine> list(String name) {
        return () -> {
            var nodes = object.path(name).iterator();
            return new java.util.Iterator<>() {
                @Override
                public boolean hasNext() {
                    return nodes.hasNext();
                }

                @Override
                public JsonLine next() {
                    return new JsonLine(nodes.next());
                }
            };
        };
    }

    /** Whether a member is there and not null. */
    public boolean has(String name) {
        return !object.path(name).isMissingNode() && !object.path(name).isNull();
    }

    /**
     * Text, or a number or truth value as text; empty if there is none.
     *
     * @throws BadValueException for a list or an object
     */
    public String text(String name) {
        JsonNode node = object.path(name);
        if (node.isMissingNode() || node.isNull()) {
            return "";
        }
        if (!node.isValueNode()) {
            throw new BadValueException(name, node.toString(), "must be text or a number");
        }
        return node.asText();
    }

    /** The texts of a list, or one text alone; none if there is neither. */
    public List<String> texts(String name) {
        JsonNode node = object.path(name);
        List<String> texts = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(each -> texts.add(each.asText()));
        } else if (node.isTextual()) {
            texts.add(node.asText());
        }
        return texts;
    }

    /**
     * A number, 0 or more; 0 if there is none.
     *
     * @throws BadValueException for anything else
     */
    public double number(String name) {
        JsonNode node = object.path(name);
        if (node.isMissingNode() || node.isNull()) {
            return 0;
        }
        if (!node.isNumber() || !(node.asDouble() >= 0) || Double.isInfinite(node.asDouble())) {
            throw new BadValueException(name, node.toString(), "must be a number, 0 or more");
        }
        return node.asDouble();
    }
}
