package io.fairway.schemas;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/** Checks the records of one type against {@link Bounds}. It is made once for each schema. */
final class RecordCheck {
    /** How much of a text that is too long a message shows, in characters. */
    private static final int SHOWN = 32;

    /** The most bytes of UTF-8 that a byte becomes: one that is no UTF-8 is read as U+FFFD. */
    private static final int UTF8_OF_OCTET = 3;

    private final String record;
    private final int total;
    private final int least;
    private final List<Field> fields;

    /** A field with texts in it, and how to read them. */
    private record Field(int position, String name, Walk walk) {}

    /** Reads the texts of one value. */
    private interface Walk {
        void read(Object value, Tally tally) throws Exceeded;
    }

    /** The bytes of all texts so far. */
    private static final class Tally {
        private long bytes;
    }

    /** A bound is exceeded. The place is put together on the way out, so that a good record costs no memory. */
    private static final class Exceeded extends Exception {
        private static final long serialVersionUID = 1L;
        private String place = "";

        Exceeded(String message) {
            super(message, null, false, false);
        }

        Exceeded in(String outer) {
            place = place.isEmpty() ? outer : outer + "." + place;
            return this;
        }

        @Override
        public String getMessage() {
            return place + super.getMessage();
        }
    }

    private RecordCheck(Schema schema) {
        record = schema.getName();
        total = Bounds.total(record);
        fields = fields(schema);
        least = Math.min(total / UTF8_OF_OCTET, least(schema, new HashSet<>()));
    }

    /**
     * The check of a record type.
     *
     * @throws IllegalStateException if one of its texts, lists or maps has no bound
     */
    static RecordCheck of(Schema schema) {
        return new RecordCheck(schema);
    }

    /** The first bound that a record exceeds; null if it meets all, or if it was read from too few bytes to exceed any. */
    @Nullable
    String problem(IndexedRecord value, int octets) {
        return octets <= least ? null : problem(value);
    }

    /** No record that was read from this many bytes exceeds a bound: an entry of a list or map takes at least one. */
    private static int least(Schema record, Set<Schema> seen) {
        int least = Integer.MAX_VALUE;
        for (Schema.Field field : record.getFields()) {
            Bounds.Bound bound = Bounds.of(record.getName(), field.name());
            if (bound != null) {
                least = Math.min(least, bound.bytes() / UTF8_OF_OCTET);
                least = bound.entries() == 0 ? least : Math.min(least, bound.entries());
            }
            for (Schema inner : recordsIn(field.schema())) {
                least = seen.add(inner) ? Math.min(least, least(inner, seen)) : least;
            }
        }
        return least;
    }

    private static List<Schema> recordsIn(Schema type) {
        return switch (type.getType()) {
            case RECORD -> List.of(type);
            case UNION ->
                type.getTypes().stream()
                        .flatMap(option -> recordsIn(option).stream())
                        .toList();
            case ARRAY -> recordsIn(type.getElementType());
            case MAP -> recordsIn(type.getValueType());
            case ENUM, FIXED, STRING, BYTES, INT, LONG, FLOAT, DOUBLE, BOOLEAN, NULL -> List.of();
        };
    }

    @Nullable
    String problem(IndexedRecord value) {
        Tally tally = new Tally();
        try {
            read(fields, value, tally);
        } catch (Exceeded exceeded) {
            return exceeded.in(record).getMessage();
        }
        return tally.bytes <= total
                ? null
                : record + " with " + tally.bytes + " bytes of text: must have at most " + total + " in all";
    }

    private static void read(List<Field> fields, IndexedRecord value, Tally tally) throws Exceeded {
        for (Field field : fields) {
            Object content = value.get(field.position());
            if (content != null) {
                try {
                    field.walk().read(content, tally);
                } catch (Exceeded exceeded) {
                    throw exceeded.in(field.name());
                }
            }
        }
    }

    private static List<Field> fields(Schema record) {
        List<Field> fields = new ArrayList<>();
        for (Schema.Field field : record.getFields()) {
            Walk walk = walk(record, field, field.schema());
            if (walk != null) {
                fields.add(new Field(field.pos(), field.name(), walk));
            }
        }
        return fields;
    }

    private static @Nullable Walk walk(Schema record, Schema.Field field, Schema type) {
        return switch (type.getType()) {
            case STRING -> {
                int most = bound(record, field).bytes();
                yield (value, tally) -> text((CharSequence) value, most, tally);
            }
            case ARRAY -> {
                int most = bound(record, field).entries();
                Walk each = walk(record, field, type.getElementType());
                yield (value, tally) -> elements((Collection<?>) value, most, each, tally);
            }
            case MAP -> {
                Bounds.Bound bound = bound(record, field);
                Walk each = walk(record, field, type.getValueType());
                yield (value, tally) -> entries((Map<?, ?>) value, bound, each, tally);
            }
            case RECORD -> {
                List<Field> inner = fields(type);
                yield inner.isEmpty() ? null : (value, tally) -> read(inner, (IndexedRecord) value, tally);
            }
            case UNION -> {
                // Every union of the inputs is a type or null.
                Walk walk = null;
                for (Schema option : type.getTypes()) {
                    Walk other = walk(record, field, option);
                    walk = other == null ? walk : other;
                }
                yield walk;
            }
            case ENUM, FIXED, BYTES, INT, LONG, FLOAT, DOUBLE, BOOLEAN, NULL -> null;
        };
    }

    private static Bounds.Bound bound(Schema record, Schema.Field field) {
        Bounds.Bound bound = Bounds.of(record.getName(), field.name());
        if (bound == null) {
            throw new IllegalStateException(
                    record.getName() + "." + field.name() + ": must have a bound in " + Bounds.class.getName());
        }
        return bound;
    }

    private static void text(CharSequence text, int most, Tally tally) throws Exceeded {
        int bytes = utf8(text);
        if (bytes > most) {
            throw new Exceeded(tooLong("", text, bytes, most));
        }
        tally.bytes += bytes;
    }

    private static void elements(Collection<?> list, int most, @Nullable Walk each, Tally tally) throws Exceeded {
        count(list.size(), most);
        if (each != null) {
            for (Object element : list) {
                each.read(element, tally);
            }
        }
    }

    private static void entries(Map<?, ?> map, Bounds.Bound bound, @Nullable Walk each, Tally tally) throws Exceeded {
        count(map.size(), bound.entries());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text((CharSequence) entry.getKey(), bound.bytes(), tally);
            if (each != null) {
                each.read(entry.getValue(), tally);
            }
        }
    }

    private static void count(int size, int most) throws Exceeded {
        if (size > most) {
            throw new Exceeded(" with " + size + " entries: must have at most " + most);
        }
    }

    static String tooLong(String what, CharSequence text, int bytes, int most) {
        int shown = Math.min(SHOWN, text.length());
        // Not half of a pair: the message goes into a header as UTF-8.
        shown -= shown > 0 && Character.isHighSurrogate(text.charAt(shown - 1)) ? 1 : 0;
        return what + " of " + bytes + " bytes ('" + text.subSequence(0, shown) + "...'): must have at most " + most;
    }

    /** The length of a text in UTF-8, without making it. */
    static int utf8(CharSequence text) {
        int length = text.length();
        int bytes = length;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                bytes += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
            }
        }
        return bytes;
    }
}
