package io.fairway.access;

/** The caller is known, and may not see the thing it asked for (status 403). */
public final class Forbidden extends RuntimeException {
    Forbidden(String detail) {
        super(detail, null, false, false);
    }

    /** Names the caller, the thing it asked for, and who may see that. */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
