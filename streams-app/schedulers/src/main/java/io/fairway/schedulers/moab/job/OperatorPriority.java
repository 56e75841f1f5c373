package io.fairway.schedulers.moab.job;

/**
 * An operator's changes to a job's priority (setspri, mjobctl -p).
 *
 * @param system system priority p: the priority is 1000000000 + p and replaces any other; 0 = none
 * @param relative added to the computed priority
 */
public record OperatorPriority(long system, long relative) {
    /** No change. */
    public static final OperatorPriority NONE = new OperatorPriority(0, 0);
    /** The largest of both. */
    public static final long MAX = 1_000_000_000L;

    public OperatorPriority {
        if (system < 0 || system > MAX) {
            throw new IllegalArgumentException("system priority " + system + ": must be 0 (none) to " + MAX);
        }
        if (relative < -MAX || relative > MAX) {
            throw new IllegalArgumentException("relative priority " + relative + ": must be -" + MAX + " to " + MAX);
        }
    }
}
