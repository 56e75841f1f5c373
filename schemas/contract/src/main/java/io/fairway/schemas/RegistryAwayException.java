package io.fairway.schemas;

import org.apache.kafka.common.errors.SerializationException;

/**
 * A record can be neither read nor written at the moment, because the schema registry does not say what it must: it does
 * not answer, has a fault of its own (5xx), or refuses us (401, 403, 429). Nothing is known to be wrong with the record:
 * whoever gets this tries again.
 */
public final class RegistryAwayException extends SerializationException {
    RegistryAwayException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Whether one is among what caused a failure. */
    public static boolean isCauseOf(Throwable failure) {
        return Causes.anyOf(failure, RegistryAwayException.class::isInstance);
    }
}
