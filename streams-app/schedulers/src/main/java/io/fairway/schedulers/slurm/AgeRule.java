package io.fairway.schedulers.slurm;

/** When the age of a waiting job counts; the rules are those of {@link AgeClock}. */
public enum AgeRule {
    /** 22.05 with ACCRUE_ALWAYS: from submission on, whatever happens. */
    ALWAYS,
    /** 22.05 without {@code limits}: from the first moment at which the job is eligible. */
    WITHOUT_LIMITS,
    /** 22.05 with {@code limits}: while the job is eligible, from the moment at which it may accrue; lost by a hold. */
    WITH_LIMITS,
    /** 2.0: the time for which the job was eligible, added up. */
    FREEZING
}
