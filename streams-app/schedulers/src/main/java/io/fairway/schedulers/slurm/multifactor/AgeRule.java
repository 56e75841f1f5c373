package io.fairway.schedulers.slurm.multifactor;

/** When the age of a waiting job counts; the rules are those of {@link AgeClock}. */
public enum AgeRule {
    /** 22.05 with ACCRUE_ALWAYS: from submission on, in every state. */
    ALWAYS,
    /** 22.05 without {@code limits}: from the moment at which the job is first eligible. */
    WITHOUT_LIMITS,
    /**
     * 22.05 with {@code limits}: while the job is eligible, from the moment at which it may accrue; a hold resets it.
     */
    WITH_LIMITS,
    /** 2.0: the sum of the job's eligible time. */
    FREEZING
}
