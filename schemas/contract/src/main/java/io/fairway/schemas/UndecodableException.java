package io.fairway.schemas;

import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** These bytes are not a record of the requested class, and never will be. */
final class UndecodableException extends SerializationException {
    UndecodableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
