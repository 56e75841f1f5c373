package io.fairway.schemas;

import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import java.io.IOException;

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

    /** The registry's code for a schema id that it does not have. */
    private static final int SCHEMA_NOT_FOUND = 40403;

    /** Causes looked at; a chain that is longer runs in a circle. */
    private static final int MAX_DEPTH = 64;

    /** Tells the two apart by the chain of causes. */
    public static DecodeFailure classify(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
            if (isBadData(cause)) {
                return BAD_DATA;
            }
            cause = cause.getCause();
        }
        return REGISTRY_AWAY;
    }

    private static boolean isBadData(Throwable cause) {
        if (cause instanceof RestClientException answer) {
            return answer.getErrorCode() == SCHEMA_NOT_FOUND;
        }
        return cause instanceof UndecodableException || isForeignSchema(cause);
    }

    // The id is of a schema that is not Avro (JSON Schema, Protobuf) or that Avro does not take. Confluent's client
    // says
    // so by an IOException of no class of its own, though nothing went wrong on the way.
    private static boolean isForeignSchema(Throwable cause) {
        return cause.getClass() == IOException.class
                && cause.getMessage() != null
                && cause.getMessage().startsWith("Invalid schema ");
    }
}
