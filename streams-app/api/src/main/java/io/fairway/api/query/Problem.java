package io.fairway.api.query;

import org.jspecify.annotations.Nullable;

/**
 * The reason why a question has no answer, as an HTTP client reads it (RFC 9457). The message names the value and the
 * rule.
 */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The page of the manual that has an entry for each status. */
    private static final String MANUAL = "/manual/problems.md#";

    private final int status;
    private final @Nullable String parameter;

    private Problem(int status, @Nullable String parameter, String detail) {
        super(detail, null, false, false);
        this.status = status;
        this.parameter = parameter;
    }

    /** A parameter that is not allowed. */
    public static Problem parameter(String name, String detail) {
        return new Problem(400, name, name + ": " + detail);
    }

    /** The thing in question does not exist. */
    public static Problem notFound(String detail) {
        return new Problem(404, null, detail);
    }

    /** The caller may not know. */
    public static Problem forbidden(String detail) {
        return new Problem(403, null, detail);
    }

    /** No copy can answer now. */
    public static Problem unavailable(String detail) {
        return new Problem(503, null, detail);
    }

    /** Any other problem. */
    public static Problem of(int status, String detail) {
        return new Problem(status, null, detail);
    }

    public int status() {
        return status;
    }

    /** The parameter that is wrong; null = none. */
    public @Nullable String parameter() {
        return parameter;
    }

    /**
     * The answer to a client.
     *
     * @param title the name of the status
     */
    public io.fairway.api.answer.ProblemJson answer(String title) {
        return new io.fairway.api.answer.ProblemJson(MANUAL + status, title, status, detail(), parameter);
    }

    public String detail() {
        return String.valueOf(getMessage());
    }
}
