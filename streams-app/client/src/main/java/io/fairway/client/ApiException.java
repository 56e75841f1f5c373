package io.fairway.client;

/** The API did not answer a question, or refused to; the message is one line for people. */
final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Status of a request that got no answer. */
    static final int NO_ANSWER = 0;

    static final int NOT_FOUND = 404;

    private final int status;

    ApiException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** HTTP status of the answer, or {@link #NO_ANSWER}. */
    int status() {
        return status;
    }
}
