package io.fairway.api.access;

import java.util.Locale;

/** What a caller is, with the meaning that Slurm gives to these words. */
public enum Role {
    /** Sees what is its own, and the accounts that it belongs to. */
    USER,
    /** Sees in addition all that is in and below the accounts that it coordinates. */
    COORDINATOR,
    /** Sees everything. */
    OPERATOR;

    /** As it is written in files and messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
