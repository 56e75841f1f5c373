package io.fairway.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.security.basicauth.BasicAuthCredentialProvider;
import io.confluent.kafka.schemaregistry.client.security.bearerauth.BearerAuthCredentialProvider;
import io.confluent.kafka.schemaregistry.testutil.MockSchemaRegistry;
import io.confluent.kafka.serializers.KafkaAvroDeserializer;
import io.confluent.kafka.serializers.KafkaAvroSerializer;
import java.net.ConnectException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * That the classes packed here are whole: they serialize, deserialize, and fail as they should, on this build's Avro and
 * Kafka client, without anything else on the class path.
 */
class ConfluentSerdeTest {
    private static final String SCOPE = "confluent-serde-test";
    private static final Map<String, String> CONFIG = Map.of("schema.registry.url", "mock://" + SCOPE);
    private static final String TOPIC = "usage";

    private static final Schema USAGE = new Schema.Parser().parse("""
            {"type": "record", "name": "Usage", "namespace": "test", "fields": [
              {"name": "association", "type": "string"},
              {"name": "cpuSeconds", "type": "long"}]}""");

    @AfterEach
    void forgetSchemas() {
        MockSchemaRegistry.dropScope(SCOPE);
    }

    @Test
    void writesConfluentsWireFormatAndReadsItBack() throws Exception {
        GenericRecord usage = new GenericData.Record(USAGE);
        usage.put("association", "physics/alice");
        usage.put("cpuSeconds", 3600L);

        byte[] bytes;
        Object read;
        try (var serializer = new KafkaAvroSerializer();
                var deserializer = new KafkaAvroDeserializer()) {
            serializer.configure(CONFIG, false);
            deserializer.configure(CONFIG, false);
            bytes = serializer.serialize(TOPIC, usage);
            read = deserializer.deserialize(TOPIC, bytes);
        }

        // Wire format: a zero byte, the schema's id in four bytes, the Avro binary encoding.
        int id = MockSchemaRegistry.getClientForScope(SCOPE)
                .getLatestSchemaMetadata(TOPIC + "-value")
                .getId();
        byte[] avro = {26, 'p', 'h', 'y', 's', 'i', 'c', 's', '/', 'a', 'l', 'i', 'c', 'e', (byte) 0xa0, 0x38};
        ByteBuffer expected = ByteBuffer.allocate(5 + avro.length);
        expected.put((byte) 0).putInt(id).put(avro);
        assertThat(bytes).isEqualTo(expected.array());
        assertThat(read.toString()).isEqualTo(usage.toString());
    }

    @Test
    void reachesForTheNetworkWithItsOwnHttpClient() throws Exception {
        // Nobody listens on port 1: to be refused is proof that the client's HTTP and JSON classes are here.
        try (SchemaRegistryClient client = new CachedSchemaRegistryClient("http://127.0.0.1:1", 10)) {
            assertThatThrownBy(client::getAllSubjects).isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void findsAuthenticationMethodsByName() {
        assertThat(ServiceLoader.load(BasicAuthCredentialProvider.class))
                .extracting(BasicAuthCredentialProvider::alias)
                .contains("URL", "USER_INFO", "SASL_INHERIT");
        assertThat(ServiceLoader.load(BearerAuthCredentialProvider.class))
                .extracting(BearerAuthCredentialProvider::alias)
                .contains("STATIC_TOKEN", "CUSTOM");
    }

    @Test
    void takesItsClassesFromThisModuleAndAvroFromTheBuild() {
        assertThat(List.of(KafkaAvroSerializer.class, CachedSchemaRegistryClient.class))
                .extracting(ConfluentSerdeTest::origin)
                .containsOnly(origin(KafkaAvroSerializer.class));
        assertThat(origin(Schema.class)).asString().contains("avro-1.12.2");
    }

    private static URI origin(Class<?> type) {
        return URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString());
    }
}
