package io.fairway.reading.past;

/** Something of an earlier instant is not known. The message says what, and from when on it is. */
public final class PastUnknownException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PastUnknownException(String message) {
        super(message);
    }
}
