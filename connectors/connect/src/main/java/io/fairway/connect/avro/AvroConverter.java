package io.fairway.connect.avro;

import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import io.confluent.kafka.serializers.KafkaAvroDeserializer;
import io.confluent.kafka.serializers.KafkaAvroSerializer;
import io.fairway.schemas.FairwaySerdes;
import java.io.EOFException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.generic.GenericContainer;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.storage.Converter;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads Avro in Confluent's wire format, by Confluent's own serializers. It takes
 * {@code schema.registry.url} and every other setting of theirs, as {@code value.converter.schema.registry.url} and so on.
 * A null value, which is a tombstone, stays null.
 *
 * <p>While the registry is unavailable it throws {@link RetriableException}: with {@code errors.retry.timeout=-1} Connect
 * waits for it.
 */
public final class AvroConverter implements Converter, Versioned {
    /** Settings that Connect itself adds. */
    private static final String CONVERTER = "converter.";

    private static final int CLIENT_ERRORS = 400;
    private static final int SERVER_ERRORS = 500;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int TOO_MANY = 429;

    private final KafkaAvroSerializer serializer = new KafkaAvroSerializer();
    private final KafkaAvroDeserializer deserializer = new KafkaAvroDeserializer();
    private final ConnectSchemas connectSchemas = new ConnectSchemas();
    private final AvroSchemas avroSchemas = new AvroSchemas();

    @Override
    public String version() {
        String version = getClass().getPackage().getImplementationVersion();
        return version == null ? "0" : version;
    }

    @Override
    public ConfigDef config() {
        return new ConfigDef()
                .define(
                        "schema.registry.url",
                        ConfigDef.Type.STRING,
                        ConfigDef.Importance.HIGH,
                        "Schema registry. Every other key of Confluent's serializers is passed to them unchanged.");
    }

    /** @throws ConfigException for an unknown key, and if {@code schema.registry.url} is missing */
    @Override
    public void configure(Map<String, ?> settings, boolean isKey) {
        Map<String, Object> config = new HashMap<>();
        settings.forEach((key, value) -> {
            if (FairwaySerdes.isSetting(key)) {
                config.put(key, value);
            } else if (!key.startsWith(CONVERTER)) {
                throw new ConfigException("unknown key " + key + " (with value " + value
                        + ") of AvroConverter: must be a key of Confluent's serializers");
            }
        });
        if (!config.containsKey("schema.registry.url")) {
            throw new ConfigException("schema.registry.url: must be set for AvroConverter, as "
                    + (isKey ? "key" : "value") + ".converter.schema.registry.url");
        }
        config.put("specific.avro.reader", false);
        config.put("avro.remove.java.properties", true);
        serializer.configure(config, isKey);
        deserializer.configure(config, isKey);
    }

    @Override
    public byte @Nullable [] fromConnectData(String topic, @Nullable Schema schema, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (schema == null) {
            throw new DataException("topic " + topic + ": a value without a schema cannot be written as Avro");
        }
        Object avro = AvroValues.of(avroSchemas.of(schema), value, "topic " + topic + ", value");
        try {
            return serializer.serialize(topic, avro);
        } catch (RuntimeException e) {
            throw failure("topic " + topic + ": the value was not written: ", e);
        }
    }

    @Override
    public SchemaAndValue toConnectData(String topic, byte @Nullable [] bytes) {
        if (bytes == null) {
            return SchemaAndValue.NULL;
        }
        try {
            Object value = deserializer.deserialize(topic, bytes);
            if (!(value instanceof GenericContainer container)) {
                throw new DataException("topic " + topic + ": a value must be a record, not "
                        + value.getClass().getSimpleName());
            }
            Schema schema = connectSchemas.of(container.getSchema());
            return new SchemaAndValue(schema, ConnectValues.of(container.getSchema(), value, schema));
        } catch (SerializationException e) {
            throw failure("topic " + topic + ": a value of " + bytes.length + " bytes was not read: ", e);
        }
    }

    /** A failure that may pass is told from one of the data. */
    private static ConnectException failure(String what, RuntimeException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof RestClientException answer) {
                int status = answer.getStatus();
                boolean passes = status >= SERVER_ERRORS
                        || status < CLIENT_ERRORS
                        || status == UNAUTHORIZED
                        || status == FORBIDDEN
                        || status == TOO_MANY;
                return passes
                        ? new RetriableException(what + "the schema registry answers " + answer.getMessage(), e)
                        : new DataException(what + "the schema registry refuses: " + answer.getMessage(), e);
            }
            // Bad bytes give an EOFException or an AvroRuntimeException, a registry that is away another IOException.
            if (cause instanceof IOException && !(cause instanceof EOFException)) {
                return new RetriableException(what + "the schema registry does not answer: " + cause, e);
            }
        }
        return new DataException(what + e.getMessage(), e);
    }
}
