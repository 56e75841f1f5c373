package io.fairway.connect.avro;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** Avro's values as Connect's: as Avro reads them without logical types, or of generated records. */
@SuppressWarnings("JavaUtilDate") // Connect's own type of times.
final class ConnectValues {
    private ConnectValues() {}

    /**
     * @param value of that Avro schema
     * @param schema Connect's schema for it, see {@link ConnectSchemas}
     */
    static @Nullable Object of(Schema avro, @Nullable Object value, org.apache.kafka.connect.data.Schema schema) {
        if (value == null) {
            return null;
        }
        return switch (avro.getType()) {
            case STRING, ENUM -> value.toString();
            case BOOLEAN, FLOAT, DOUBLE -> value;
            case INT, LONG ->
                value instanceof Instant time ? Date.from(time) : whole(avro, ((Number) value).longValue());
            case BYTES -> value instanceof BigDecimal ? value : bytes(avro, (ByteBuffer) value);
            case FIXED -> bytes(avro, ByteBuffer.wrap(((GenericFixed) value).bytes()));
            case ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (Object element : (Collection<?>) value) {
                    list.add(of(avro.getElementType(), element, schema.valueSchema()));
                }
                yield list;
            }
            case MAP -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                ((Map<?, ?>) value)
                        .forEach((key, entry) ->
                                map.put(key.toString(), of(avro.getValueType(), entry, schema.valueSchema())));
                yield map;
            }
            case RECORD -> {
                Struct struct = new Struct(schema);
                for (Schema.Field field : avro.getFields()) {
                    Object part = ((IndexedRecord) value).get(field.pos());
                    struct.put(
                            field.name(),
                            of(field.schema(), part, schema.field(field.name()).schema()));
                }
                yield struct;
            }
            case UNION -> union(avro, value, schema);
            case NULL -> null;
        };
    }

    private static @Nullable Object union(Schema avro, Object value, org.apache.kafka.connect.data.Schema schema) {
        List<Schema> options = Unions.options(avro);
        if (options.size() == 1) {
            return of(options.get(0), value, schema);
        }
        Schema option = avro.getTypes().get(GenericData.get().resolveUnion(avro, value));
        return new Struct(schema)
                .put(
                        option.getName(),
                        of(option, value, schema.field(option.getName()).schema()));
    }

    private static Object whole(Schema avro, long value) {
        if (avro.getLogicalType() instanceof LogicalTypes.Date) {
            return new Date(TimeUnit.DAYS.toMillis(value));
        }
        if (avro.getLogicalType() instanceof LogicalTypes.TimeMillis
                || avro.getLogicalType() instanceof LogicalTypes.TimestampMillis) {
            return new Date(value);
        }
        if (avro.getType() == Schema.Type.INT) {
            return (int) value;
        }
        return value;
    }

    private static Object bytes(Schema avro, ByteBuffer value) {
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        return avro.getLogicalType() instanceof LogicalTypes.Decimal decimal
                ? new BigDecimal(new BigInteger(bytes), decimal.getScale())
                : bytes;
    }
}
