package io.fairway.core.priority;

import java.util.Comparator;

/**
 * The numbers that order two waiting jobs at an instant: the higher priority goes first, then the higher {@link #then},
 * then the earlier submission, then the lesser job id.
 */
public interface Standing {
    /**
     * The job that goes first comes first. Jobs of different clusters can be equal: each cluster assigns its own ids.
     */
    Comparator<Standing> ORDER = Standing::compare;

    /** The priority; a number. */
    double priority();

    /** The number that orders jobs of equal priority; the higher goes first. */
    double then();

    /** Time of submission, epoch milliseconds. */
    long submitted();

    /** The scheduler's id of the job; {@link JobIds#ORDER} orders ids. */
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
