package io.fairway.policies.family;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.priority.JobPriorityRecord;

/**
 * A job's priority.
 *
 * @param view the requested job: as it is, or as a resize request wants it
 * @param queue the queue that it is served in; empty = none
 * @param followsUsage whether the record includes a fairshare of its own though those of other jobs do not. It must be
 *     made anew after each evaluation of usage, see also {@link PolicyFamily#jobsFollowUsage}
 */
public record Ranked(JobPriorityRecord record, JobView view, String queue, boolean followsUsage) {
    public Ranked(JobPriorityRecord record, JobView view, String queue) {
        this(record, view, queue, false);
    }

    /** A job in its present form, in its own queue. */
    static Ranked of(WaitingJob job, JobPriorityRecord record) {
        return new Ranked(record, job.view(), job.view().attributes().text(Attribute.QUEUE, ""));
    }

    /** The same, to be made anew after each evaluation of usage. */
    Ranked followingUsage() {
        return new Ranked(record, view, queue, true);
    }
}
