package io.fairway.schemas;

import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Fairway cannot read or write a record now, because the schema registry is unavailable: it does not answer, fails
 * (5xx), or refuses access (401, 403, 429). The record itself may be right, so the caller should try again.
 */
public class RegistryAwayException extends SerializationException {
    private static final long serialVersionUID = 1L;

    RegistryAwayException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Whether this exception is among the causes of a failure. */
    public static boolean isCauseOf(Throwable failure) {
        return Causes.anyOf(failure, RegistryAwayException.class::isInstance);
    }
}
