package io.fairway.core.priority;

import java.util.Comparator;

/**
 * What decides which of two waiting jobs goes first at an instant: the higher priority, then the higher {@link #then}, then
 * the earlier submission, then the lesser job id.
 */
public interface Standing {
    /** Who goes first comes first. Jobs of several clusters can be equal: their ids are each cluster's own. */
    Comparator<Standing> ORDER = Standing::compare;

    /** The priority; a number. */
    double priority();

    /** Decides between equal priorities; a number. */
    double then();

    /** Epoch milliseconds. */
    long submitted();

    /** Id that the scheduler gave the job; of two the one that is first by {@link JobIds#ORDER} goes first. */
    String jobId();

    private static int compare(Standing one, Standing other) {
        int byPriority = Double.compare(other.priority(), one.priority());
        if (byPriority != 0) {
            return byPriority;
        }
        int byThen = Double.compare(other.then(), one.then());
        if (byThen != 0) {
            return byThen;
        }
        int bySubmission = Long.compare(one.submitted(), other.submitted());
        return bySubmission != 0 ? bySubmission : JobIds.ORDER.compare(one.jobId(), other.jobId());
    }
}
