package io.fairway.schemas;

import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * A record can never be written: its class is not the topic's, it does not fit its schema, or the registry refuses the
 * schema, for instance as incompatible with the subject's.
 */
public final class UnwritableException extends SerializationException {
    UnwritableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
