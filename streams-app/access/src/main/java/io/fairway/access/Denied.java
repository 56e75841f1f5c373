package io.fairway.access;

import org.jspecify.annotations.Nullable;

/**
 * The caller is unknown, or has no room. The message says why and never repeats the token. {@link #challenge} is the value of the
 * header {@code WWW-Authenticate} by RFC 6750, section 3.
 */
public final class Denied extends RuntimeException {
    private final int status;
    private final @Nullable String challenge;
    private final int retryAfter;

    private Denied(int status, String detail, @Nullable String challenge, int retryAfter) {
        // No stack trace: anybody can cause this exception as often as they like.
        super(detail, null, false, false);
        this.status = status;
        this.challenge = challenge;
        this.retryAfter = retryAfter;
    }

    /** The request has no token. */
    static Denied missing(String detail) {
        return new Denied(401, detail, "Bearer realm=\"fairway\"", 0);
    }

    /** The request has an invalid token. */
    static Denied invalid(String detail) {
        String description = detail.replace('"', '\'').replaceAll("[^ -~]|\\\\", "?");
        return new Denied(
                401,
                detail,
                "Bearer realm=\"fairway\", error=\"invalid_token\", error_description=\"" + description + "\"",
                0);
    }

    /** The caller has as much as it may have. */
    static Denied tooMany(String detail) {
        return new Denied(429, detail, null, 0);
    }

    /** The request cannot be admitted now: the token cannot be checked, or there is no room. */
    static Denied unavailable(String detail, int retryAfterSeconds) {
        return new Denied(503, detail, null, retryAfterSeconds);
    }

    /** 401, 429 if the caller has as much as it may have, or 503 if the issuer's keys or a place are out of reach. */
    public int status() {
        return status;
    }

    /** The reason, for the caller. */
    public String detail() {
        return String.valueOf(getMessage());
    }

    /** Value of {@code WWW-Authenticate}; null with other statuses than 401. */
    public @Nullable String challenge() {
        return challenge;
    }

    /** Seconds for {@code Retry-After}; 0 = none. */
    public int retryAfterSeconds() {
        return retryAfter;
    }
}
