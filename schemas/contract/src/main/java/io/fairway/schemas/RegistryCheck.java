package io.fairway.schemas;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import io.confluent.kafka.serializers.KafkaAvroSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** Asks the registry itself, past all caches, for the schemas of ids. */
public final class RegistryCheck {
    private static final int ANY = 1;

    private final Map<String, ?> config;

    RegistryCheck(Map<String, ?> config) {
        this.config = config;
    }

    /**
     * An id that the registry has another schema for, or none.
     *
     * @param known what was read or written by it
     * @param now the full name of the schema that the registry has; null = it has none
     */
    public record Change(KnownSchemas.Entry known, @Nullable String now) {
        @Override
        public String toString() {
            return "schema " + known.id() + " of " + known.topic() + " is "
                    + (now == null ? "not there" : "another one, " + now);
        }
    }

    /**
     * The ids of used schemas under which the registry has something else now.
     *
     * @throws RegistryAwayException if the registry does not answer
     */
    public List<Change> changes(KnownSchemas known) {
        return changes(known, known.ids());
    }

    /** Those of some ids. Without any, it only asks whether the registry answers. */
    List<Change> changes(KnownSchemas known, List<Integer> ids) {
        List<Change> changes = new ArrayList<>();
        try (KafkaAvroSerializer asking = asking()) {
            SchemaRegistryClient registry = asking.getSchemaRegistryClient();
            if (ids.isEmpty()) {
                var unused = schema(registry, ANY); // Does it answer?
            }
            for (int id : ids) {
                KnownSchemas.Entry entry = known.of(id);
                Object now = schema(registry, id);
                if (entry != null && !(now instanceof Schema schema && isSame(known, id, schema))) {
                    changes.add(new Change(entry, now == null ? null : name(now)));
                }
            }
        }
        return changes;
    }

    /**
     * Refuses to go on with a registry that changed.
     *
     * @throws RegistryChangedException naming the ids
     * @throws RegistryAwayException if the registry does not answer
     */
    void require(KnownSchemas known) {
        List<Change> changes = known.count() == 0 ? List.of() : changes(known);
        if (!changes.isEmpty()) {
            throw new RegistryChangedException("the schema registry changed: " + inWords(changes));
        }
    }

    /** Some changes in a sentence. */
    public static String inWords(List<Change> changes) {
        int shown = Math.min(changes.size(), 3);
        String more = changes.size() > shown ? ", and " + (changes.size() - shown) + " more" : "";
        return String.join(
                        ", ",
                        changes.stream().limit(shown).map(Change::toString).toList())
                + more;
    }

    private static boolean isSame(KnownSchemas known, int id, Schema now) {
        try {
            new WriterSchemas().check(now);
            return !known.isOther(id, now);
        } catch (UndecodableException refused) {
            return false; // What was read by this id was not refused.
        }
    }

    /** A client of its own: it has asked nothing yet. */
    private KafkaAvroSerializer asking() {
        KafkaAvroSerializer asking = new KafkaAvroSerializer();
        asking.configure(config, false);
        return asking;
    }

    /** A {@link Schema}, something else if it is not Avro, or null if there is none. */
    private static @Nullable Object schema(SchemaRegistryClient registry, int id) {
        try {
            Object found = registry.getSchemaById(id);
            return found instanceof AvroSchema avro ? avro.rawSchema() : found;
        } catch (RestClientException answer) {
            if (DecodeFailure.classify(answer) == DecodeFailure.BAD_DATA) {
                return null;
            }
            throw away(answer);
        } catch (StackOverflowError deep) {
            return deep; // Nothing like it was ever read.
        } catch (IOException | RuntimeException failed) {
            if (DecodeFailure.classify(failed) == DecodeFailure.BAD_DATA) {
                return failed; // It has one that is not Avro.
            }
            throw away(failed);
        }
    }

    private static String name(Object schema) {
        return schema instanceof Schema avro ? avro.getFullName() : "which is not Avro";
    }

    private static RegistryAwayException away(Exception failed) {
        return new RegistryAwayException(
                "the schema registry does not say what schemas it has; " + Permissions.atRegistry(failed),
                new SerializationException(failed));
    }
}
