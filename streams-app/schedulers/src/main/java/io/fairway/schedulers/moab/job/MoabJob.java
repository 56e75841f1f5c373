package io.fairway.schedulers.moab.job;

import io.fairway.schedulers.moab.credential.JobCredentials;
import java.util.Objects;
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
        boolean held) {

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
        return new MoabJob(
                id,
                name,
                credentials,
                partition,
                request,
                submit,
                accrued,
                deadline,
                bypass,
                starts,
                softViolation || verdict.isSoft(),
                userPriority,
                run,
                state,
                attributes,
                queuePriority,
                activity,
                operator,
                held);
    }

    /** An idle job, submitted at {@code submit}, that accrues queue time since then. */
    public static Builder builder(String id, JobCredentials credentials, JobRequest request, long submit) {
        return new Builder(id, credentials, request, submit);
    }

    /** Collects the properties of a job. */
    public static final class Builder {
        private final String id;
        private final JobCredentials credentials;
        private final JobRequest request;
        private final long submit;
        private String name = "";
        private String partition = "";
        private Accrual queue;
        private @Nullable Long deadline;
        private long bypass;
        private long starts;
        private boolean softViolation;
        private long userPriority;
        private @Nullable ActiveRun run;
        private String state = "Idle";
        private Set<String> attributes = Set.of();
        private long queuePriority;
        private UserActivity activity = UserActivity.NONE;
        private OperatorPriority operator = OperatorPriority.NONE;
        private boolean held;

        private Builder(String id, JobCredentials credentials, JobRequest request, long submit) {
            this.id = Objects.requireNonNull(id, "id");
            this.credentials = Objects.requireNonNull(credentials, "credentials");
            this.request = Objects.requireNonNull(request, "request");
            this.submit = submit;
            this.queue = Accrual.since(submit);
        }

        public Builder name(String value) {
            name = value;
            return this;
        }

        public Builder partition(String value) {
            partition = value;
            return this;
        }

        public Builder queue(Accrual value) {
            queue = value;
            return this;
        }

        public Builder deadline(@Nullable Long value) {
            deadline = value;
            return this;
        }

        public Builder bypass(long value) {
            bypass = value;
            return this;
        }

        public Builder starts(long value) {
            starts = value;
            return this;
        }

        public Builder softViolation(boolean value) {
            softViolation = value;
            return this;
        }

        public Builder userPriority(long value) {
            userPriority = value;
            return this;
        }

        /** Makes it an active job. */
        public Builder run(@Nullable ActiveRun value) {
            run = value;
            return this;
        }

        public Builder state(String value) {
            state = value;
            return this;
        }

        public Builder attributes(Set<String> value) {
            attributes = value;
            return this;
        }

        public Builder queuePriority(long value) {
            queuePriority = value;
            return this;
        }

        public Builder activity(UserActivity value) {
            activity = value;
            return this;
        }

        public Builder operator(OperatorPriority value) {
            operator = value;
            return this;
        }

        public Builder held(boolean value) {
            held = value;
            return this;
        }

        public MoabJob build() {
            return new MoabJob(
                    id,
                    name,
                    credentials,
                    partition,
                    request,
                    submit,
                    queue,
                    deadline,
                    bypass,
                    starts,
                    softViolation,
                    userPriority,
                    run,
                    state,
                    attributes,
                    queuePriority,
                    activity,
                    operator,
                    held);
        }
    }
}
