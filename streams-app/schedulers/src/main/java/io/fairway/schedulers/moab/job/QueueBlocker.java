package io.fairway.schedulers.moab.job;

import java.util.Locale;

/** A reason why a waiting job may not start, for its effective queue time; the names of JOBPRIOEXCEPTIONS. */
public enum QueueBlocker {
    /** A start failed and the job is deferred. */
    DEFER,
    /** It waits for another job. */
    DEPENDS,
    /** It violates a soft limit. */
    SOFTPOLICY,
    /** It violates a hard limit. */
    HARDPOLICY,
    /** Its owner has too many idle jobs. */
    IDLEPOLICY,
    USERHOLD,
    BATCHHOLD,
    SYSTEMHOLD;

    /**
     * Reads a name, in any case.
     *
     * @throws IllegalArgumentException for an unknown name
     */
    public static QueueBlocker parse(String text) {
        for (QueueBlocker blocker : values()) {
            if (blocker.name().equals(text.toUpperCase(Locale.ROOT))) {
                return blocker;
            }
        }
        throw new IllegalArgumentException("JOBPRIOEXCEPTIONS \"" + text + "\": must be DEFER, DEPENDS, SOFTPOLICY,"
                + " HARDPOLICY, IDLEPOLICY, USERHOLD, BATCHHOLD, SYSTEMHOLD, ALL or NONE");
    }
}
