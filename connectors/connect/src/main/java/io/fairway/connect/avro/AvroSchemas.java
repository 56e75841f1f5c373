package io.fairway.connect.avro;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.JsonProperties;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;

/**
 * The Avro schema of a Connect schema: the one it carries ({@link ConnectSchemas#AVRO}), or one that is derived from it.
 * Names that Avro does not allow get underscores. Optional fields have the default null.
 */
final class AvroSchemas {
    /** Avro wants a precision, Connect has none; as many digits as the widest decimals of databases. */
    private static final int PRECISION = 77;

    private static final String UNNAMED = "ConnectRecord";

    private final Map<org.apache.kafka.connect.data.Schema, Schema> made = new ConcurrentHashMap<>();

    /** @throws DataException for what Avro cannot write, such as a map whose keys are no texts */
    Schema of(org.apache.kafka.connect.data.Schema schema) {
        return made.computeIfAbsent(schema, wanted -> {
            String carried =
                    wanted.parameters() == null ? null : wanted.parameters().get(ConnectSchemas.AVRO);
            return carried == null ? derive(wanted, UNNAMED) : new Schema.Parser().parse(carried);
        });
    }

    private static Schema derive(org.apache.kafka.connect.data.Schema schema, String name) {
        Schema type = type(schema, name);
        return schema.isOptional() ? Schema.createUnion(Schema.create(Schema.Type.NULL), type) : type;
    }

    private static Schema type(org.apache.kafka.connect.data.Schema schema, String name) {
        String logical = Objects.toString(schema.name(), "");
        switch (logical) {
            case Decimal.LOGICAL_NAME -> {
                int scale = Integer.parseInt(schema.parameters().get(Decimal.SCALE_FIELD));
                return LogicalTypes.decimal(Math.max(PRECISION, scale), scale)
                        .addToSchema(Schema.create(Schema.Type.BYTES));
            }
            case Timestamp.LOGICAL_NAME -> {
                return LogicalTypes.timestampMillis().addToSchema(Schema.create(Schema.Type.LONG));
            }
            case Date.LOGICAL_NAME -> {
                return LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
            }
            case Time.LOGICAL_NAME -> {
                return LogicalTypes.timeMillis().addToSchema(Schema.create(Schema.Type.INT));
            }
            default -> {
                // A type of its own.
            }
        }
        return switch (schema.type()) {
            case STRING -> Schema.create(Schema.Type.STRING);
            case BOOLEAN -> Schema.create(Schema.Type.BOOLEAN);
            case INT8, INT16, INT32 -> Schema.create(Schema.Type.INT);
            case INT64 -> Schema.create(Schema.Type.LONG);
            case FLOAT32 -> Schema.create(Schema.Type.FLOAT);
            case FLOAT64 -> Schema.create(Schema.Type.DOUBLE);
            case BYTES -> Schema.create(Schema.Type.BYTES);
            case ARRAY -> Schema.createArray(derive(schema.valueSchema(), name + "Element"));
            case MAP -> {
                if (schema.keySchema().type() != org.apache.kafka.connect.data.Schema.Type.STRING) {
                    throw new DataException("map " + name + ": keys must be text, not "
                            + schema.keySchema().type());
                }
                yield Schema.createMap(derive(schema.valueSchema(), name + "Entry"));
            }
            case STRUCT -> struct(schema, name);
        };
    }

    private static Schema struct(org.apache.kafka.connect.data.Schema schema, String name) {
        String full = schema.name() == null ? name : schema.name();
        List<Schema.Field> fields = new ArrayList<>();
        for (Field field : schema.fields()) {
            Schema type = derive(field.schema(), legal(full + "_" + field.name()));
            fields.add(
                    field.schema().isOptional()
                            ? new Schema.Field(legal(field.name()), type, null, JsonProperties.NULL_VALUE)
                            : new Schema.Field(legal(field.name()), type));
        }
        return Schema.createRecord(legal(full), null, null, false, fields);
    }

    /** A name that Avro allows. */
    static String legal(String name) {
        String legal = name.replaceAll("[^A-Za-z0-9_.]", "_");
        return Character.isDigit(legal.charAt(0)) ? "_" + legal : legal;
    }
}
