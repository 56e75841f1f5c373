package io.fairway.readers.line;

/** The reason why a record becomes no events. */
public enum SkipReason {
    /** It ran for 0 seconds, or its run time is unknown. */
    NO_RUN_TIME("run time must be above 0"),
    /** It had no processors, or their number is unknown. */
    NO_PROCESSORS("allocated or requested processors must be above 0"),
    /** It is a part of a job; another line has the whole job. */
    PARTIAL_EXECUTION("part of a job; another line has the whole job"),
    /** It ended before it started. */
    NEVER_STARTED("it never started"),
    /** It ran, but nobody can tell from when to when. */
    RAN_WITHOUT_TIMES("it ran, but the log has no times of it"),
    /** It had not started yet when the line was written. */
    STILL_WAITING("it had not started yet"),
    /** It had not ended yet when the line was written. */
    STILL_RUNNING("it had not ended yet"),
    /** It is the record of a whole array, which holds nothing. */
    ARRAY("the record of a whole array; each of its jobs has its own"),
    /** It is a part of a run, which counts with the run's end. */
    PHASE("a phase of a run; it counts with the record of the run's end"),
    /** It is a step; the job's own line has the allocation. */
    STEP("a step; the job's own line has the whole allocation"),
    /** Counters of a running job, which are no events. */
    SAMPLE("counters of a running job"),
    /** It ended after the cut-over instant. */
    AFTER_CUT_OVER("it ended after the cut-over"),
    /** A record of another kind. */
    OTHER_RECORD("a record that starts or ends no job");

    private final String words;

    SkipReason(String words) {
        this.words = words;
    }

    /** The reason in words. */
    public String words() {
        return words;
    }
}
