package io.fairway.schedulers.moab.dialect;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The choice of reading where the documents contradict each other, or the released Maui contradicts them. Each has a
 * name to select it; a {@link MoabDialect} selects all of them.
 *
 * @param violation effect of a violated ceiling or floor on fairshare priority
 * @param caps direction in which a cap bounds
 * @param xfactor the formula of the expansion factor
 * @param missedTarget value of a target subfactor after its target
 * @param queueTimeTarget the formula of TARGETQUEUETIME
 * @param percent meaning of the percent sign of FSPOLICY
 * @param subfactors the subfactors that exist
 * @param lowerBound condition on which priorities below 1 become 1
 * @param capRequest a job's request against a usage cap under DEDICATEDPES
 * @param activeSeconds the processor-seconds of a user's active jobs (FSPSPU)
 */
@RecordBuilder
public record Readings(
        Violation violation,
        Caps caps,
        XFactor xfactor,
        MissedTarget missedTarget,
        QueueTimeTarget queueTimeTarget,
        Percent percent,
        Subfactors subfactors,
        LowerBound lowerBound,
        CapRequest capRequest,
        ActiveSeconds activeSeconds)
        implements ReadingsBuilder.With {

    /** Violated ceilings and floors. Credentials whose fairshare subfactor has weight 0 violate nothing. */
    public enum Violation {
        /** FSUsagePriority = 0: the whole fairshare component is 0 (Moab 5.1.2, read literally). */
        ZERO_COMPONENT,
        /** Only the violating credential's subfactor is 0. */
        ZERO_CREDENTIAL,
        /**
         * No effect beyond the factor's own: priority falls over a ceiling and rises below a floor (Maui admin guide,
         * Maui 3.3).
         */
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
        /** Inverse square of the distance in minutes (the unit is Fairway's choice, after QUEUETIME). */
        MINUTES,
        /** 10^8 as soon as the QOS has a target (an error of Maui 3.3). */
        ALWAYS_MISSED
    }

    /** A percent sign after FSPOLICY. */
    public enum Percent {
        /** Usage is a percentage of the available capacity, rather than of the delivered usage (Moab). */
        OF_AVAILABLE,
        /** The subfactor is 1 - usage / target, rather than target - usage (Maui). */
        RATIO
    }

    /** Subfactors. */
    public enum Subfactors {
        /** All of Moab 5.1.2. */
        ALL,
        /** Those that Maui 3.3 computes; the others are 0, and credentials have no FSWEIGHT. */
        MAUI
    }

    /** The lower bound of 1. */
    public enum LowerBound {
        /** Holds unless ENABLENEGJOBPRIORITY is TRUE. */
        UNLESS_NEGATIVE_ENABLED,
        /** Holds unless ENABLENEGJOBPRIORITY or REJECTNEGPRIOJOBS is TRUE (Maui 3.3). */
        UNLESS_NEGATIVE_ENABLED_OR_REJECTED
    }

    /** The request of a job under DEDICATEDPES. */
    public enum CapRequest {
        /** Processor equivalents times wall clock limit, in the unit of usage. */
        EQUIVALENT_SECONDS,
        /** The whole part of the processor equivalents, without time (Maui 3.3). */
        BARE_EQUIVALENTS
    }

    /** FSPSPU: "processor-seconds allocated to active jobs" (Moab 5.1.2); the document does not say of which time. */
    public enum ActiveSeconds {
        /** Processors times what is left of the limit, which falls as a job runs: as MAXPS counts outstanding ones. */
        LEFT,
        /** Processors times the whole limit. */
        ALLOCATED
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
                        CapRequest.EQUIVALENT_SECONDS,
                        ActiveSeconds.LEFT);
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
                        CapRequest.BARE_EQUIVALENTS,
                        ActiveSeconds.LEFT);
        };
    }
}
