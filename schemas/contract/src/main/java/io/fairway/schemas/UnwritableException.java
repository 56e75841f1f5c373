package io.fairway.schemas;

import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * This record cannot be written, however often it is tried: it is of another class than its topic carries, does not fit its
 * schema, or the registry refuses the schema, for instance because it is incompatible with what the subject has.
 */
public final class UnwritableException extends SerializationException {
    UnwritableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
