package io.fairway.schedulers.moab;

/**
 * Which reading holds where the documents contradict each other, or the released Maui contradicts them. Each can be chosen by
 * its name; a {@link MoabDialect} chooses all of them.
 *
 * @param violation what a violated ceiling or floor does to fairshare priority
 * @param caps which way a cap bounds
 * @param xfactor the formula of the expansion factor
 * @param missedTarget what a target subfactor does once its target is missed
 * @param queueTimeTarget the formula of TARGETQUEUETIME
 * @param percent what the percent sign of FSPOLICY means
 * @param subfactors which subfactors there are
 * @param lowerBound when priorities below 1 are raised to 1
 * @param capRequest what a job asks of a usage cap under DEDICATEDPES
 */
public record Readings(
        Violation violation,
        Caps caps,
        XFactor xfactor,
        MissedTarget missedTarget,
        QueueTimeTarget queueTimeTarget,
        Percent percent,
        Subfactors subfactors,
        LowerBound lowerBound,
        CapRequest capRequest) {

    /** Violated ceilings and floors. Credentials whose fairshare subfactor has weight 0 violate nothing. */
    public enum Violation {
        /** FSUsagePriority = 0: the whole fairshare component is 0 (Moab 5.1.2, read literally). */
        ZERO_COMPONENT,
        /** Only the subfactor of the credential that violates is 0. */
        ZERO_CREDENTIAL,
        /** Nothing more: over a ceiling priority falls, below a floor it rises (Maui admin guide, Maui 3.3). */
        CLAMP
    }

    /** Caps. */
    public enum Caps {
        /** Within -cap..cap (Moab 5.1.2, text). */
        BOTH_DIRECTIONS,
        /** At most cap (Maui 3.3, and the MIN of the formulas). */
        UPPER_ONLY
    }

    /** The expansion factor; q is effective queue time, w the wall clock limit. */
    public enum XFactor {
        /** 1 + q / max(XFMINWCLIMIT, w) (Moab 5.1.2). */
        DOCUMENTED,
        /** (q + w) / max(XFMINWCLIMIT, w), and XFMINWCLIMIT for jobs with a QOS only (Maui 3.3). */
        MAUI
    }

    /** A missed target. */
    public enum MissedTarget {
        /** 10^8 + current - target: high, and growing (Moab 5.1.2 says so in words; the slope is Fairway's). */
        GROWS,
        /** 10^8 (Maui 3.3). */
        CONSTANT
    }

    /** TARGETQUEUETIME. */
    public enum QueueTimeTarget {
        /** Inverse square of the distance in minutes (the unit is Fairway's: that of QUEUETIME). */
        MINUTES,
        /** 10^8 as soon as the QOS has a target (Maui 3.3, by a mistake of its own). */
        ALWAYS_MISSED
    }

    /** A percent sign behind FSPOLICY. */
    public enum Percent {
        /** Usage is a percentage of what was available, and not of what was delivered (Moab). */
        OF_AVAILABLE,
        /** The subfactor is 1 - usage / target, and not target - usage (Maui). */
        RATIO
    }

    /** Subfactors. */
    public enum Subfactors {
        /** All of Moab 5.1.2. */
        ALL,
        /** Those that Maui 3.3 computes; the others are 0, and credentials have no FSWEIGHT. */
        MAUI
    }

    /** The bound of 1. */
    public enum LowerBound {
        /** Unless ENABLENEGJOBPRIORITY is TRUE. */
        UNLESS_NEGATIVE_ENABLED,
        /** Unless that or REJECTNEGPRIOJOBS is TRUE (Maui 3.3). */
        UNLESS_NEGATIVE_ENABLED_OR_REJECTED
    }

    /** The request of a job under DEDICATEDPES. */
    public enum CapRequest {
        /** Processor equivalents times wall clock limit, in the unit of usage. */
        EQUIVALENT_SECONDS,
        /** The whole part of the processor equivalents, without time (Maui 3.3). */
        BARE_EQUIVALENTS
    }

    /** All readings of a dialect. */
    public static Readings of(MoabDialect dialect) {
        return switch (dialect) {
            case MOAB ->
                new Readings(
                        Violation.ZERO_COMPONENT,
                        Caps.BOTH_DIRECTIONS,
                        XFactor.DOCUMENTED,
                        MissedTarget.GROWS,
                        QueueTimeTarget.MINUTES,
                        Percent.OF_AVAILABLE,
                        Subfactors.ALL,
                        LowerBound.UNLESS_NEGATIVE_ENABLED,
                        CapRequest.EQUIVALENT_SECONDS);
            case MAUI ->
                new Readings(
                        Violation.CLAMP,
                        Caps.UPPER_ONLY,
                        XFactor.MAUI,
                        MissedTarget.CONSTANT,
                        QueueTimeTarget.ALWAYS_MISSED,
                        Percent.RATIO,
                        Subfactors.MAUI,
                        LowerBound.UNLESS_NEGATIVE_ENABLED_OR_REJECTED,
                        CapRequest.BARE_EQUIVALENTS);
        };
    }

    /** These readings with another one of violated ceilings and floors. */
    public Readings withViolation(Violation changed) {
        return new Readings(
                changed, caps, xfactor, missedTarget, queueTimeTarget, percent, subfactors, lowerBound, capRequest);
    }

    /** These readings with another meaning of the percent sign. */
    public Readings withPercent(Percent changed) {
        return new Readings(
                violation, caps, xfactor, missedTarget, queueTimeTarget, changed, subfactors, lowerBound, capRequest);
    }
}
