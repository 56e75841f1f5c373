package io.fairway.schemas;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;

/**
 * Refuses a writer's schema that Avro could not resolve in reasonable time and memory: anybody who may register a
 * schema chooses it. Avro walks schemas by recursion, and reads a list of values without bytes for as long as the list
 * says.
 */
final class WriterSchemas {
    /** Deepest nesting of types; the deepest one of Fairway has 7 levels. */
    static final int MAX_DEPTH = 64;

    /** The most types in one schema; the largest one of Fairway has some 200. */
    static final int MAX_TYPES = 4_096;

    private static final int REMEMBERED = 64;

    // By identity: Avro hashes a schema by recursion.
    private final Set<Schema> good = Collections.newSetFromMap(new IdentityHashMap<>());

    private record At(Schema schema, int depth) {}

    /**
     * Checks a schema once.
     *
     * @throws UndecodableException if it is too deep or too large, or has a list of values without bytes
     */
    synchronized void check(Schema writer) {
        if (good.contains(writer)) {
            return;
        }
        walk(writer);
        if (good.size() >= REMEMBERED) {
            good.clear();
        }
        good.add(writer);
    }

    private static void walk(Schema writer) {
        Set<Schema> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<At> next = new ArrayDeque<>();
        next.push(new At(writer, 1));
        while (!next.isEmpty()) {
            At at = next.pop();
            if (at.depth() > MAX_DEPTH) {
                throw refused("nests deeper than " + MAX_DEPTH + " types");
            }
            if (!seen.add(at.schema())) {
                continue;
            }
            if (seen.size() + next.size() > MAX_TYPES) {
                throw refused("has more than " + MAX_TYPES + " types");
            }
            for (Schema inner : inner(at.schema())) {
                next.push(new At(inner, at.depth() + 1));
            }
        }
    }

    private static List<Schema> inner(Schema schema) {
        return switch (schema.getType()) {
            case RECORD -> {
                List<Schema> fields = new ArrayList<>();
                schema.getFields().forEach(field -> fields.add(field.schema()));
                yield fields;
            }
            case UNION -> schema.getTypes();
            case ARRAY -> {
                if (!hasBytes(schema.getElementType())) {
                    throw refused("has an array of values without bytes");
                }
                yield List.of(schema.getElementType());
            }
            case MAP -> List.of(schema.getValueType());
            case ENUM, FIXED, STRING, BYTES, INT, LONG, FLOAT, DOUBLE, BOOLEAN, NULL -> List.of();
        };
    }

    /** Whether every value takes at least one byte. A record does if a field of it does by its own type. */
    private static boolean hasBytes(Schema schema) {
        return switch (schema.getType()) {
            case NULL -> false;
            case FIXED -> schema.getFixedSize() > 0;
            case RECORD -> schema.getFields().stream().map(Schema.Field::schema).anyMatch(WriterSchemas::isNeverEmpty);
            case UNION, ENUM, STRING, BYTES, INT, LONG, FLOAT, DOUBLE, BOOLEAN, ARRAY, MAP -> true;
        };
    }

    private static boolean isNeverEmpty(Schema schema) {
        return schema.getType() != Schema.Type.RECORD && hasBytes(schema);
    }

    private static UndecodableException refused(String problem) {
        return new UndecodableException("the writer's schema " + problem, null);
    }
}
