package io.fairway.api.why;

import io.fairway.core.priority.JobPriorityRecord;

/**
 * A job that has a priority.
 *
 * @param queue the queue that serves it; empty = none
 * @param submitted epoch milliseconds
 * @param fairshare the input that the record takes: factor or rank; not a number if it takes none
 */
public record RankedJob(
        String cluster,
        String job,
        String user,
        String account,
        String queue,
        long submitted,
        JobPriorityRecord record,
        double fairshare) {
    public RankedJob {
        // The sum must not contain a number that is no input of the record.
        fairshare = record.fairshareNode() == null ? Double.NaN : fairshare;
    }

    /** Its priority at an instant. */
    double priority(long at) {
        return record.evaluate(at, fairshare);
    }
}
