package io.fairway.core.ledger;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;

/** The time limit of a run. A pure function. */
@FunctionalInterface
public interface RunLimit {
    /** The limit that the job names. */
    RunLimit OF_THE_JOB = job -> job.number(Attribute.TIME_LIMIT, Long.MAX_VALUE);

    /**
     * Seconds that the run may last; {@link Long#MAX_VALUE} = no limit.
     *
     * @param job its attributes at the start of the run
     */
    long seconds(JobAttributes job);
}
