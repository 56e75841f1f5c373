package io.fairway.schemas;

import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import java.io.IOException;
import java.util.Set;

/** The reason why a deserializer of {@link FairwaySerdes} threw; it decides what to do with the record. */
public enum DecodeFailure {
    /**
     * The bytes are wrong for good: no magic byte, a schema id that the registry does not have, another record's
     * schema, or content that does not fit the schema. The record is a dead letter.
     */
    BAD_DATA,

    /**
     * The bytes may be right, but the registry gave no schema: I/O errors, timeouts, its own faults (5xx), refusals
     * (401, 403, 429), another schema under an id by which records were read before
     * ({@link RegistryChangedException}), and any failure of unknown cause. The record is read again later; nothing is skipped.
     */
    REGISTRY_AWAY;

    /**
     * The registry's own codes for a missing subject, version or schema. A 404 alone may come from anything on the way.
     */
    private static final Set<Integer> NOT_FOUND = Set.of(40401, 40402, 40403);

    /** Distinguishes the two by the chain of causes. */
    public static DecodeFailure classify(Throwable thrown) {
        return Causes.anyOf(thrown, DecodeFailure::isBadData) ? BAD_DATA : REGISTRY_AWAY;
    }

    private static boolean isBadData(Throwable cause) {
        if (cause instanceof RestClientException answer) {
            return NOT_FOUND.contains(answer.getErrorCode());
        }
        return cause instanceof UndecodableException || isForeignSchema(cause);
    }

    // The id belongs to a schema that is not Avro (JSON Schema, Protobuf) or that Avro refuses. Confluent's client has
    // no exception of its own for it; one of those that it throws is an IOException, although no I/O failed.
    private static boolean isForeignSchema(Throwable cause) {
        return (cause.getClass() == IOException.class || cause.getClass() == IllegalStateException.class)
                && cause.getMessage() != null
                && cause.getMessage().startsWith("Invalid schema ");
    }
}
