package io.fairway.schedulers.moab.job;

import io.fairway.schedulers.moab.credential.JobCredentials;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of a job's priority. Built with {@link #builder}.
 *
 * @param id job id, {@code 4711.server}
 * @param name job name
 * @param credentials its user, group, account, QOS and class
 * @param partition the partition of the evaluation; empty = the global one
 * @param request its requests
 * @param submit time of submission, epoch milliseconds
 * @param queue effective queue time, see {@link QueueClock}
 * @param deadline epoch milliseconds; {@code null} = none
 * @param bypass number of times that a job of lower priority was backfilled past it
 * @param starts number of its starts
 * @param softViolation whether it violates a soft limit
 * @param userPriority the priority that its user gave it, of either sign
 * @param run its run; {@code null} unless it is active
 * @param state {@code Idle}, {@code Running}, {@code Suspended} ...
 * @param attributes its job attributes
 * @param queuePriority priority of its queue in the resource manager; 0 = none
 * @param activity its user's activity
 * @param operator an operator's changes
 * @param held whether it must not start
 */
@RecordBuilder
public record MoabJob(
        String id,
        String name,
        JobCredentials credentials,
        String partition,
        JobRequest request,
        long submit,
        Accrual queue,
        @Nullable Long deadline,
        long bypass,
        long starts,
        boolean softViolation,
        long userPriority,
        @Nullable ActiveRun run,
        String state,
        Set<String> attributes,
        long queuePriority,
        UserActivity activity,
        OperatorPriority operator,
        boolean held)
        implements MoabJobBuilder.With {

    public MoabJob {
        attributes = Set.copyOf(attributes);
        if (bypass < 0 || starts < 0) {
            throw new IllegalArgumentException(
                    "bypass count " + bypass + ", start count " + starts + " of a job: must be at least 0");
        }
    }

    /**
     * The same after a decision of limits.
     *
     * @param accrued its effective queue time by that decision
     */
    public MoabJob within(LimitVerdict verdict, Accrual accrued) {
        return with().queue(accrued)
                .softViolation(softViolation || verdict.isSoft())
                .build();
    }

    /** An idle job, submitted at {@code submit}, that accrues queue time since then. */
    public static MoabJobBuilder builder(String id, JobCredentials credentials, JobRequest request, long submit) {
        return MoabJobBuilder.builder()
                .id(id)
                .name("")
                .credentials(credentials)
                .partition("")
                .request(request)
                .submit(submit)
                .queue(Accrual.since(submit))
                .state("Idle")
                .attributes(Set.of())
                .activity(UserActivity.NONE)
                .operator(OperatorPriority.NONE);
    }
}
