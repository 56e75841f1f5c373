package io.fairway.connect.avro;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Connect's values as Avro's, without logical types. */
@SuppressWarnings("JavaUtilDate") // Connect's own type of times.
final class AvroValues {
    private AvroValues() {}

    /**
     * @param value of Connect
     * @throws DataException if it does not fit the schema; names the field
     */
    static @Nullable Object of(Schema avro, @Nullable Object value, String place) {
        try {
            return made(avro, value, place);
        } catch (ClassCastException | ArithmeticException e) {
            throw new DataException(place + " with value " + value + ": must be " + avro, e);
        }
    }

    private static @Nullable Object made(Schema avro, @Nullable Object value, String place) {
        if (value == null && avro.getType() != Schema.Type.UNION && avro.getType() != Schema.Type.NULL) {
            throw new DataException(place + ": must have a value of type " + avro.getType());
        }
        return switch (avro.getType()) {
            case NULL -> null;
            case STRING -> (String) value;
            case ENUM -> new GenericData.EnumSymbol(avro, (String) required(value));
            case BOOLEAN -> (Boolean) value;
            case INT -> Math.toIntExact(whole(avro, required(value)));
            case LONG -> whole(avro, required(value));
            case FLOAT -> ((Number) required(value)).floatValue();
            case DOUBLE -> ((Number) required(value)).doubleValue();
            case BYTES -> bytes(avro, required(value));
            case FIXED ->
                new GenericData.Fixed(avro, bytes(avro, required(value)).array());
            case ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (Object element : (Collection<?>) required(value)) {
                    list.add(of(avro.getElementType(), element, place));
                }
                yield list;
            }
            case MAP -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                ((Map<?, ?>) required(value))
                        .forEach((key, entry) ->
                                map.put((String) key, of(avro.getValueType(), entry, place + "." + key)));
                yield map;
            }
            case RECORD -> record(avro, (Struct) required(value), place);
            case UNION -> union(avro, value, place);
        };
    }

    private static Object required(@Nullable Object value) {
        return Objects.requireNonNull(value);
    }

    private static GenericData.Record record(Schema avro, Struct struct, String place) {
        GenericData.Record record = new GenericData.Record(avro);
        Map<String, Field> fields = new LinkedHashMap<>();
        struct.schema().fields().forEach(field -> fields.put(AvroSchemas.legal(field.name()), field));
        for (Schema.Field field : avro.getFields()) {
            Field from = fields.get(field.name());
            if (from == null) {
                record.put(field.pos(), GenericData.get().getDefaultValue(field));
            } else {
                record.put(field.pos(), of(field.schema(), struct.get(from), place + "." + field.name()));
            }
        }
        return record;
    }

    private static @Nullable Object union(Schema avro, @Nullable Object value, String place) {
        if (value == null) {
            if (Unions.isNullable(avro)) {
                return null;
            }
            throw new DataException(place + ": must have a value");
        }
        List<Schema> options = Unions.options(avro);
        if (options.size() == 1) {
            return of(options.get(0), value, place);
        }
        Struct struct = (Struct) value;
        for (Schema option : options) {
            Object set = struct.get(option.getName());
            if (set != null) {
                return of(option, set, place);
            }
        }
        throw new DataException(place + ": one of its types must be set");
    }

    private static long whole(Schema avro, Object value) {
        if (value instanceof Date date) {
            return avro.getLogicalType() instanceof LogicalTypes.Date
                    ? TimeUnit.MILLISECONDS.toDays(date.getTime())
                    : date.getTime();
        }
        return ((Number) value).longValue();
    }

    private static ByteBuffer bytes(Schema avro, Object value) {
        if (value instanceof BigDecimal decimal && avro.getLogicalType() instanceof LogicalTypes.Decimal type) {
            return ByteBuffer.wrap(
                    decimal.setScale(type.getScale()).unscaledValue().toByteArray());
        }
        return value instanceof ByteBuffer buffer ? buffer : ByteBuffer.wrap((byte[]) value);
    }
}
