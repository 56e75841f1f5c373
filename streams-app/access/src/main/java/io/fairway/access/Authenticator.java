package io.fairway.access;

import org.jspecify.annotations.Nullable;

/** Identifies the caller. Safe for use by many threads. */
@FunctionalInterface
public interface Authenticator {
    /**
     * The caller that a request names.
     *
     * @param authorization value of the header {@code Authorization}; null if there is none
     * @throws Denied if the header names nobody, or if the caller cannot be identified now
     */
    Caller authenticate(@Nullable String authorization);
}
