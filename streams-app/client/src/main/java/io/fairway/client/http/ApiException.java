package io.fairway.client.http;

/** The API did not answer a question, or refused to; the message is one line for people. */
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Status of a request that got no answer. */
    public static final int NO_ANSWER = 0;

    public static final int NOT_FOUND = 404;

    private final int status;

    public ApiException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** With the cause of its message. */
    ApiException(int status, String message, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    /** HTTP status of the answer, or {@link #NO_ANSWER}. */
    public int status() {
        return status;
    }
}
