package io.fairway.policies.family;

/**
 * What a policy's own limits say of a waiting job.
 *
 * @param mayStart whether no limit keeps it from its start
 * @param reason why it may not start, in words; empty if it may
 */
public record StartVerdict(boolean mayStart, String reason) {
    /** No limit is in the way. */
    public static final StartVerdict NO_LIMIT = new StartVerdict(true, "");

    /** Both together: each of them may keep the job from its start. */
    public StartVerdict and(StartVerdict other) {
        return mayStart ? other : other.mayStart ? this : new StartVerdict(false, reason + "; " + other.reason);
    }
}
