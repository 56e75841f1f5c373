package io.fairway.api.access;

/** It is known who asks, and that caller may not see what it asked for (status 403). */
public final class Forbidden extends RuntimeException {
    Forbidden(String detail) {
        super(detail, null, false, false);
    }

    /** Who asked for what, and who may see it. */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
