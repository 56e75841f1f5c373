package io.fairway.policies.family;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a version of a policy, which decide what waiting jobs are eligible. They keep the jobs of a domain that they
 * are told of, with the last decision about each, and belong to the caller. Not for several threads.
 */
public interface JobLimits {
    /**
     * Takes a job in as it is now. Of an ended one nothing is kept.
     *
     * @param life the facts of its latest life, in order; decisions are among them
     * @return whether decisions may depend on what changed of the job
     */
    boolean take(JobKey job, JobView view, List<JobFact> life);

    /**
     * Forgets a job.
     *
     * @return whether it was known, so that decisions about others may change
     */
    boolean forget(JobKey job);

    /** Whether nothing but limits and its begin time keeps a job from being eligible. */
    boolean isIdle(JobKey job);

    /** The begin time of an {@link #isIdle idle} job, epoch milliseconds; 0 = it has none, or the job is not idle. */
    long beginOf(JobKey job);

    /** The greatest sequence number of the decisions among the facts of jobs; 0 = none. */
    long lastSequence();

    /**
     * Decides about all jobs as of one instant.
     *
     * @param at epoch milliseconds
     * @param jobs the jobs as the domain knows them
     * @return facts of the decisions that differ from the job's last one, each without a sequence number
     */
    Map<JobKey, JobFact> decide(long at, Jobs jobs);

    /** The jobs of a domain under the policy. */
    interface Jobs {
        /** The priority of a job at an instant, epoch milliseconds; 0 if it has none yet. */
        double priority(JobKey job, long at);

        /** When a job was submitted, epoch milliseconds. */
        long submitted(JobKey job);

        /** A job as it is stored; null = it is not known any more. */
        @Nullable
        Reported reported(JobKey job);
    }

    /**
     * A job and its facts.
     *
     * @param life the facts of its latest life, in order
     */
    record Reported(JobView view, List<JobFact> life) {}
}
