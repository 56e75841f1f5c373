package io.fairway.api.access;

import org.jspecify.annotations.Nullable;

/** Finds out who asks. Safe for use by many threads. */
@FunctionalInterface
public interface Authenticator {
    /**
     * The caller that a request names.
     *
     * @param authorization value of the header {@code Authorization}; null where there is none
     * @throws Denied if it names nobody, or that cannot be found out now
     */
    Caller authenticate(@Nullable String authorization);
}
