package io.fairway.api.why;

import io.fairway.core.priority.JobPriorityRecord;

/**
 * A job that has a priority.
 *
 * @param queue that it is served in; empty = none
 * @param submitted epoch milliseconds
 * @param fairshare the number that the record takes: factor or rank; not a number where there is none
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
        // What is no input of the record must not be added.
        fairshare = record.fairshareNode() == null ? Double.NaN : fairshare;
    }

    /** Its priority at an instant. */
    double priority(long at) {
        return record.evaluate(at, fairshare);
    }
}
