package io.fairway.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import io.fairway.embedded.RegistryProcess.Compatibility;
import io.fairway.embedded.RegistryProcess.Storage;
import java.net.ConnectException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryProcessIT {
    private static final String SUBJECT = "usage-value";
    private static final AvroSchema USAGE = new AvroSchema("""
            {"type": "record", "name": "Usage", "fields": [{"name": "cpuSeconds", "type": "long"}]}""");
    /** One more field, without a default: its reader cannot read earlier data. */
    private static final AvroSchema USAGE_AND_USER = new AvroSchema("""
            {"type": "record", "name": "Usage", "fields": [
              {"name": "cpuSeconds", "type": "long"}, {"name": "user", "type": "string"}]}""");

    @TempDir
    Path directory;

    /** The registry that other tests share. */
    @Test
    void refusesASchemaThatCannotReadWhatIsThere() throws Exception {
        String subject = "registry-process." + SUBJECT;
        try (var client = new CachedSchemaRegistryClient(SharedRegistry.url(), 10)) {
            client.register(subject, USAGE);
            assertThat(client.getCompatibility(null)).isEqualTo("FULL_TRANSITIVE");
            assertThatThrownBy(() -> client.register(subject, USAGE_AND_USER))
                    .isInstanceOfSatisfying(
                            RestClientException.class,
                            e -> assertThat(e.getStatus()).isEqualTo(409));
        }
    }

    /** FaultIT and AgentIT go on with the ids of a registry that was away. */
    @Test
    @Tag("slow")
    void remembersSchemasInFilesOverARestart() throws Exception {
        try (var registry = RegistryProcess.start(directory, Storage.FILE, Compatibility.FULL_TRANSITIVE)) {
            String url = registry.url();
            int id;
            try (var client = client(registry)) {
                id = client.register(SUBJECT, USAGE);
            }

            registry.stop();
            try (var client = client(registry)) {
                assertThatThrownBy(client::getAllSubjects).isInstanceOf(ConnectException.class);
            }

            registry.restart();
            assertThat(registry.url()).isEqualTo(url);
            try (var client = client(registry)) {
                assertThat(client.getSchemaById(id).canonicalString()).isEqualTo(USAGE.canonicalString());
                assertThat(client.getId(SUBJECT, USAGE)).isEqualTo(id);
            }
        }
    }

    /** SurroundingsIT has an application that finds a registry without its schemas. */
    @Test
    @Tag("slow")
    void forgetsSchemasInMemory() throws Exception {
        try (var registry = RegistryProcess.start(directory, Storage.MEMORY, Compatibility.BACKWARD)) {
            try (var client = client(registry)) {
                client.register(SUBJECT, USAGE);
                assertThat(client.getAllSubjects()).containsExactly(SUBJECT);
            }

            registry.restart();
            try (var client = client(registry)) {
                assertThat(client.getAllSubjects()).isEmpty();
                assertThat(client.getCompatibility(null)).isEqualTo("BACKWARD");
            }
        }
    }

    private static SchemaRegistryClient client(RegistryProcess registry) {
        return new CachedSchemaRegistryClient(registry.url(), 10);
    }
}
