package io.fairway.policies.yaml;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Records of the contract as YAML, by their schemas. Keys are the names of the fields. A missing key has the field's default. A
 * time is an instant. Milliseconds can be written as 7d, 5h, 30m or 10s.
 */
public final class RecordYaml {
    private RecordYaml() {}

    /**
     * Reads a record.
     *
     * @throws IllegalArgumentException with file, line, key, value and rule, if it cannot be read
     */
    public static <T extends SpecificRecord> T read(YamlMap yaml, Schema schema, Class<T> type) {
        return read(yaml, schema, type, Map.of());
    }

    /**
     * Reads a record that may leave fields out.
     *
     * @param otherwise the values of missing fields, as Avro's generic values; those of a record in a field by path, such as {@code
     *     measure.name}
     */
    public static <T extends SpecificRecord> T read(
            YamlMap yaml, Schema schema, Class<T> type, Map<String, Object> otherwise) {
        GenericRecord generic = record(yaml, schema, otherwise);
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            var encoder = EncoderFactory.get().binaryEncoder(bytes, null);
            new GenericDatumWriter<GenericRecord>(schema).write(generic, encoder);
            encoder.flush();
            var decoder = DecoderFactory.get().binaryDecoder(bytes.toByteArray(), null);
            return type.cast(new SpecificDatumReader<T>(schema).read(null, decoder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The fields of a record that differ from their defaults, as maps, lists and plain values. */
    public static Map<String, Object> write(SpecificRecord record) {
        Schema schema = record.getSchema();
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            var encoder = EncoderFactory.get().binaryEncoder(bytes, null);
            new SpecificDatumWriter<SpecificRecord>(schema).write(record, encoder);
            encoder.flush();
            var decoder = DecoderFactory.get().binaryDecoder(bytes.toByteArray(), null);
            return plain(new GenericDatumReader<GenericRecord>(schema).read(null, decoder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GenericRecord record(YamlMap yaml, Schema schema, Map<String, Object> otherwise) {
        GenericRecordBuilder builder = new GenericRecordBuilder(schema);
        for (Schema.Field field : schema.getFields()) {
            YamlValue value = yaml.find(field.name());
            Map<String, Object> within = within(field.name(), otherwise);
            if (!within.isEmpty()) {
                YamlMap own = value == null ? YamlValue.parse(field.name(), "{}") : value.map();
                builder.set(field, record(own, field.schema(), within));
            } else if (value != null) {
                builder.set(field, value(value, field.schema(), field.name()));
            } else if (otherwise.containsKey(field.name())) {
                builder.set(field, otherwise.get(field.name()));
            } else if (field.defaultVal() == null) {
                yaml.get(field.name());
            }
        }
        yaml.done();
        return builder.build();
    }

    /** The missing values of the record in a field. */
    private static Map<String, Object> within(String field, Map<String, Object> otherwise) {
        Map<String, Object> within = new HashMap<>();
        otherwise.forEach((path, value) -> {
            if (path.startsWith(field + ".")) {
                within.put(path.substring(field.length() + 1), value);
            }
        });
        return within;
    }

    private static @Nullable Object value(YamlValue yaml, Schema schema, String field) {
        return switch (schema.getType()) {
            case UNION -> yaml.isNull() ? null : value(yaml, present(schema), field);
            case STRING -> yaml.text();
            case BOOLEAN -> yaml.yes();
            case DOUBLE -> yaml.number();
            case INT -> small(yaml);
            case LONG -> whole(yaml, schema, field);
            case ENUM -> symbol(yaml, schema);
            case MAP -> {
                Map<String, Object> map = new HashMap<>();
                yaml.entries()
                        .forEach((key, value) ->
                                map.put(key, Objects.requireNonNull(value(value, schema.getValueType(), field))));
                yield map;
            }
            case ARRAY -> {
                List<Object> list = new ArrayList<>();
                for (YamlValue element : yaml.list()) {
                    list.add(Objects.requireNonNull(value(element, schema.getElementType(), field)));
                }
                yield list;
            }
            case RECORD -> record(yaml.map(), schema, Map.of());
            case BYTES, FIXED, FLOAT, NULL -> throw yaml.wrong("cannot be given in a file");
        };
    }

    private static int small(YamlValue yaml) {
        long whole = yaml.whole();
        if (whole != (int) whole) {
            throw yaml.wrong("must be " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE);
        }
        return (int) whole;
    }

    private static long whole(YamlValue yaml, Schema schema, String field) {
        if (isInstant(schema)) {
            return yaml.instant();
        }
        if (field.toLowerCase(Locale.ROOT).endsWith("millis") && Durations.isOne(yaml.text())) {
            return Durations.parse(field, yaml.text()).toMillis();
        }
        return yaml.whole();
    }

    /** The schema of a value that is there. */
    private static Schema present(Schema schema) {
        if (schema.getType() != Schema.Type.UNION) {
            return schema;
        }
        List<Schema> types = schema.getTypes();
        return types.get(0).getType() == Schema.Type.NULL ? types.get(1) : types.get(0);
    }

    private static boolean isInstant(Schema schema) {
        return schema.getLogicalType() instanceof LogicalTypes.TimestampMillis;
    }

    private static GenericData.EnumSymbol symbol(YamlValue yaml, Schema schema) {
        String wanted = yaml.text().toUpperCase(Locale.ROOT).replace('-', '_');
        List<String> symbols = schema.getEnumSymbols().stream()
                .filter(symbol -> !symbol.equals(schema.getEnumDefault()))
                .toList();
        if (!symbols.contains(wanted)) {
            throw yaml.wrong("must be one of " + String.join(", ", symbols));
        }
        return new GenericData.EnumSymbol(schema, wanted);
    }

    private static Map<String, Object> plain(GenericRecord record) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (Schema.Field field : record.getSchema().getFields()) {
            Object value = record.get(field.pos());
            boolean isDefault = field.defaultVal() != null
                    && Objects.equals(GenericData.get().getDefaultValue(field), value);
            if (value != null && !isDefault) {
                map.put(field.name(), plain(value, present(field.schema())));
            }
        }
        return map;
    }

    private static Object plain(Object value, Schema schema) {
        return switch (value) {
            case GenericRecord record -> plain(record);
            case List<?> list ->
                list.stream().map(element -> plain(element, schema)).toList();
            case Map<?, ?> entries -> {
                Map<String, Object> sorted = new java.util.TreeMap<>();
                entries.forEach((key, element) -> sorted.put(key.toString(), plain(element, schema)));
                yield sorted;
            }
            case Long number ->
                isInstant(schema) ? (Object) Instant.ofEpochMilli(number).toString() : number;
            case Number number -> number;
            case Boolean yes -> yes;
            default -> value.toString();
        };
    }
}
