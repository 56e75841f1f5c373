package io.fairway.access;

import java.util.Locale;

/** The role of a caller. The words mean the same as in Slurm. */
public enum Role {
    /** Sees its own usage and jobs, and the accounts that it belongs to. */
    USER,
    /** Sees in addition everything in and below the accounts that it coordinates. */
    COORDINATOR,
    /** Sees everything. */
    OPERATOR;

    /** The word in files and messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
