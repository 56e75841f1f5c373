package io.fairway.schemas;

import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import java.io.IOException;
import java.util.Set;

/** Why a deserializer of {@link FairwaySerdes} threw: what to do with the record depends on it. */
public enum DecodeFailure {
    /**
     * The bytes are wrong and stay wrong: no magic byte, a schema id that the registry does not know, another record's
     * schema, or content that the schema does not fit. The record is a dead letter.
     */
    BAD_DATA,

    /**
     * The bytes may be right, but the registry did not say what they are: I/O errors, timeouts, its own faults (5xx),
     * refusals (401, 403, 429), and any failure that is not known to be the bytes'. The record is read again later;
     * nothing is passed over.
     */
    REGISTRY_AWAY;

    /** The registry's own codes for what it does not have: subject, version, schema. A 404 alone may be anybody's. */
    private static final Set<Integer> NOT_FOUND = Set.of(40401, 40402, 40403);

    /** Tells the two apart by the chain of causes. */
    public static DecodeFailure classify(Throwable thrown) {
        return Causes.anyOf(thrown, DecodeFailure::isBadData) ? BAD_DATA : REGISTRY_AWAY;
    }

    private static boolean isBadData(Throwable cause) {
        if (cause instanceof RestClientException answer) {
            return NOT_FOUND.contains(answer.getErrorCode());
        }
        return cause instanceof UndecodableException || isForeignSchema(cause);
    }

    // The id is of a schema that is not Avro (JSON Schema, Protobuf) or that Avro does not take. Confluent's client has
    // no exception of its own for it; one of those that it throws is an IOException, though nothing broke on the way.
    private static boolean isForeignSchema(Throwable cause) {
        return (cause.getClass() == IOException.class || cause.getClass() == IllegalStateException.class)
                && cause.getMessage() != null
                && cause.getMessage().startsWith("Invalid schema ");
    }
}
