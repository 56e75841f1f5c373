package io.fairway.schemas;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import io.confluent.kafka.serializers.KafkaAvroSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Puts schemas back into a registry that lost them, under the ids that records have. Confluent's protocol gives a schema a wanted
 * id in the mode IMPORT. Apicurio Registry takes that mode and ignores the id, but it gives out ids in order: there, what is
 * missing is registered in the order of ids, and a gap is filled with placeholders.
 */
public final class RegistryRestore {
    /** More placeholders than this are not made. */
    private static final int MAX_PLACEHOLDERS = 1_000;

    private static final String APICURIO = "/apis/ccompat/";
    private static final int NO_SUCH_SUBJECT = 40401;

    private final Map<String, ?> config;

    RegistryRestore(Map<String, ?> config) {
        this.config = config;
    }

    /** Knows the subject of a topic by the configured strategy. */
    private static final class Subjects extends KafkaAvroSerializer {
        String subject(KnownSchemas.Entry entry) {
            return getSubjectName(entry.topic(), isKey, null, schema(entry));
        }
    }

    /**
     * Restores all schemas that the registry lost.
     *
     * @return the restored ones, by id
     * @throws IllegalStateException if an id has another schema now, or the registry gives out other ids
     * @throws RegistryAwayException if the registry does not answer
     */
    public List<KnownSchemas.Entry> run(KnownSchemas known) {
        List<RegistryCheck.Change> changes = new RegistryCheck(config).changes(known);
        List<RegistryCheck.Change> taken =
                changes.stream().filter(change -> change.now() != null).toList();
        if (!taken.isEmpty()) {
            throw new IllegalStateException(
                    "the registry gave ids to other schemas: " + RegistryCheck.inWords(taken) + emptyIt());
        }
        Set<Integer> ids = changes.stream().map(change -> change.known().id()).collect(Collectors.toSet());
        List<KnownSchemas.Entry> lost = known.after(0).stream()
                .filter(entry -> ids.contains(entry.id()))
                .sorted(Comparator.comparingInt(KnownSchemas.Entry::id))
                .toList();
        try (Subjects subjects = new Subjects()) {
            subjects.configure(config, false);
            if (String.valueOf(config.get("schema.registry.url")).contains(APICURIO)) {
                registerInOrder(subjects, lost);
            } else {
                importAll(subjects, lost);
            }
        } catch (IOException | RestClientException e) {
            throw new RegistryAwayException(
                    "the schema registry did not take a schema back: " + e.getMessage() + "; "
                            + Permissions.atRegistry(e),
                    e);
        }
        List<RegistryCheck.Change> left = new RegistryCheck(config).changes(known);
        if (!left.isEmpty()) {
            throw new IllegalStateException("the registry took the schemas and has: " + RegistryCheck.inWords(left));
        }
        return lost;
    }

    private static void importAll(Subjects subjects, List<KnownSchemas.Entry> lost)
            throws IOException, RestClientException {
        SchemaRegistryClient registry = subjects.getSchemaRegistryClient();
        for (KnownSchemas.Entry entry : lost) {
            String subject = subjects.subject(entry);
            registry.setMode("IMPORT", subject);
            try {
                require(
                        entry,
                        registry.register(subject, schema(entry), lastVersion(registry, subject) + 1, entry.id()));
            } finally {
                registry.deleteMode(subject);
            }
        }
    }

    private static void registerInOrder(Subjects subjects, List<KnownSchemas.Entry> lost)
            throws IOException, RestClientException {
        SchemaRegistryClient registry = subjects.getSchemaRegistryClient();
        List<String> placeholders = new ArrayList<>();
        int last = lastId(registry);
        for (KnownSchemas.Entry entry : lost) {
            while (last + 1 < entry.id() && placeholders.size() < MAX_PLACEHOLDERS) {
                String name = "fairway-placeholder-" + (last + 1);
                last = registry.register(
                        name, new AvroSchema("{\"type\": \"fixed\", \"name\": \"P\", \"size\": " + (last + 1) + "}"));
                placeholders.add(name);
            }
            int id = registry.register(subjects.subject(entry), schema(entry));
            require(entry, id);
            last = Math.max(last, id);
        }
        for (String placeholder : placeholders) {
            registry.deleteSubject(placeholder);
        }
    }

    private static void require(KnownSchemas.Entry entry, int id) {
        if (id != entry.id()) {
            throw new IllegalStateException("schema " + entry.id() + " of " + entry.topic() + " got the id " + id
                    + " from the registry, which has given out later ids already" + emptyIt());
        }
    }

    private static String emptyIt() {
        return ". Stop all programs that register schemas, empty the registry, and try again before you start them";
    }

    private static int lastId(SchemaRegistryClient registry) throws IOException, RestClientException {
        int last = 0;
        for (String subject : registry.getAllSubjects()) {
            for (int version : registry.getAllVersions(subject)) {
                last = Math.max(
                        last, registry.getSchemaMetadata(subject, version).getId());
            }
        }
        return last;
    }

    private static int lastVersion(SchemaRegistryClient registry, String subject)
            throws IOException, RestClientException {
        try {
            return registry.getAllVersions(subject).stream()
                    .mapToInt(version -> version)
                    .max()
                    .orElse(0);
        } catch (RestClientException answer) {
            if (answer.getErrorCode() == NO_SUCH_SUBJECT) {
                return 0;
            }
            throw answer;
        }
    }

    private static AvroSchema schema(KnownSchemas.Entry entry) {
        return new AvroSchema(entry.schema());
    }
}
