package io.fairway.schedulers.lsf.fairshare;

import org.jspecify.annotations.Nullable;

/**
 * The committed run time of a job: the run limit of its submission (-W), else that of its queue (RUNLIMIT), else none. Once
 * the job has ended it is 0.
 *
 * <p>-W is normalised by the CPU factors of the submission and the execution host unless ABS_RUNLIMIT=Y.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Committed run time weighting factor; lsb.params ABS_RUNLIMIT.
 */
public final class CommittedRunTime {
    private CommittedRunTime() {}

    /**
     * Committed hours; {@code null} if the job has no limit.
     *
     * @param submitted -W, hours; {@code null} if not given
     * @param queueLimit RUNLIMIT of the queue, hours; {@code null} if not configured
     * @param submissionFactor CPU factor of the host (or model) that the limit was given for, above 0
     * @param executionFactor CPU factor of the host where the job runs, above 0
     * @param absolute ABS_RUNLIMIT: the limit is plain wall-clock time
     */
    public static @Nullable Double hours(
            @Nullable Double submitted,
            @Nullable Double queueLimit,
            double submissionFactor,
            double executionFactor,
            boolean absolute) {
        if (!(submissionFactor > 0 && executionFactor > 0)) {
            throw new IllegalArgumentException(
                    "CPU factors " + submissionFactor + " and " + executionFactor + ": must be above 0");
        }
        Double limit = submitted != null ? submitted : queueLimit;
        if (limit == null || absolute) {
            return limit;
        }
        return limit * submissionFactor / executionFactor;
    }
}
