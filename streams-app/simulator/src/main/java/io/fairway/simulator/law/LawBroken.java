package io.fairway.simulator.law;

import org.jspecify.annotations.Nullable;

/** A law does not hold. */
public final class LawBroken extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String law;

    public LawBroken(String law, String detail) {
        this(law, detail, null);
    }

    public LawBroken(String law, String detail, @Nullable Throwable cause) {
        super(law + ": " + detail, cause);
        this.law = law;
    }

    /** The law, in a few words. */
    public String law() {
        return law;
    }
}
