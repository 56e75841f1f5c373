package io.fairway.connect.avro;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;

/**
 * Connect's schema for an Avro schema. A record is a struct, a map a map, an array an array, an enum a string; a union with
 * null is optional; a union of several types is a struct of their names, one of them set. The outermost schema carries the
 * Avro schema as a parameter, so that it is the same one when it is written again.
 */
final class ConnectSchemas {
    /** Parameter with the Avro schema in JSON. */
    static final String AVRO = "io.fairway.avro";

    /** Name of the struct of a union of several types. */
    static final String UNION = "io.fairway.connect.Union";

    private final Map<Schema, org.apache.kafka.connect.data.Schema> made = new ConcurrentHashMap<>();

    /** @throws DataException for a recursive schema, which Connect does not have */
    org.apache.kafka.connect.data.Schema of(Schema avro) {
        return made.computeIfAbsent(avro, schema -> {
            try {
                SchemaBuilder builder = builder(schema);
                return builder.parameter(AVRO, schema.toString()).build();
            } catch (StackOverflowError e) {
                throw new DataException("schema " + schema.getName() + ": must not contain itself");
            }
        });
    }

    private static SchemaBuilder builder(Schema avro) {
        LogicalType logical = avro.getLogicalType();
        if (logical instanceof LogicalTypes.Decimal decimal) {
            return Decimal.builder(decimal.getScale());
        }
        if (logical instanceof LogicalTypes.TimestampMillis) {
            return Timestamp.builder();
        }
        if (logical instanceof LogicalTypes.Date) {
            return Date.builder();
        }
        if (logical instanceof LogicalTypes.TimeMillis) {
            return Time.builder();
        }
        return switch (avro.getType()) {
            case STRING -> SchemaBuilder.string();
            case ENUM -> SchemaBuilder.string().name(avro.getFullName());
            case BOOLEAN -> SchemaBuilder.bool();
            case INT -> SchemaBuilder.int32();
            case LONG -> SchemaBuilder.int64();
            case FLOAT -> SchemaBuilder.float32();
            case DOUBLE -> SchemaBuilder.float64();
            case BYTES, FIXED -> SchemaBuilder.bytes();
            case ARRAY -> SchemaBuilder.array(builder(avro.getElementType()).build());
            case MAP ->
                SchemaBuilder.map(
                        org.apache.kafka.connect.data.Schema.STRING_SCHEMA,
                        builder(avro.getValueType()).build());
            case RECORD -> record(avro);
            case UNION -> union(avro);
            case NULL -> throw new DataException("type null: must be in a union with another type");
        };
    }

    private static SchemaBuilder record(Schema avro) {
        SchemaBuilder builder = SchemaBuilder.struct().name(avro.getFullName());
        for (Schema.Field field : avro.getFields()) {
            builder.field(field.name(), builder(field.schema()).build());
        }
        return builder;
    }

    private static SchemaBuilder union(Schema avro) {
        List<Schema> options = Unions.options(avro);
        if (options.size() == 1) {
            SchemaBuilder only = builder(options.get(0));
            return Unions.isNullable(avro) ? only.optional() : only;
        }
        SchemaBuilder builder = SchemaBuilder.struct().name(UNION);
        for (Schema option : options) {
            builder.field(option.getName(), builder(option).optional().build());
        }
        return Unions.isNullable(avro) ? builder.optional() : builder;
    }
}
