package io.fairway.schemas;

import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** These bytes are no record of the class that was asked for, however often they are read. */
final class UndecodableException extends SerializationException {
    UndecodableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
