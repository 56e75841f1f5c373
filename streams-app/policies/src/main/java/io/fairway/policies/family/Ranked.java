package io.fairway.policies.family;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.policy.Term;
import io.fairway.core.priority.JobPriorityRecord;
import java.util.List;
import java.util.function.Supplier;

/**
 * A job's priority.
 *
 * @param view the requested job: as it is, or as a resize request wants it
 * @param queue the queue that it is served in; empty = none
 * @param followsUsage whether the record includes a fairshare of its own though those of other jobs do not. It must be
 *     made anew after each evaluation of usage, see also {@link PolicyFamily#jobsFollowUsage}
 * @param chunk who may be in one chunk with it
 * @param neverFalls whether the priority must not fall as long as the job has the record (Slurm's INCR_ONLY). The record
 *     begins at the priority of the one before it, and is made anew before the fairshare of its association falls
 * @param limits what the policy's own limits say of the job, as they were last decided
 * @param factors how the factors of its record came about, each with its rule and the rule's inputs; empty if they say it themselves
 */
public record Ranked(
        JobPriorityRecord record,
        JobView view,
        String queue,
        boolean followsUsage,
        Chunk chunk,
        boolean neverFalls,
        StartVerdict limits,
        Supplier<List<Term>> factors) {
    /**
     * The chunk of a job (LSF).
     *
     * @param size most jobs of a chunk that begins with this one; 0 = it begins none
     * @param keys jobs may be in one chunk if they have one of these in common
     * @param waitsIn the chunk that it waits in, by the id of its first job; empty = none
     */
    public record Chunk(long size, List<String> keys, String waitsIn) {
        /** No chunk. */
        public static final Chunk NONE = new Chunk(0, List.of(), "");
    }

    /** A priority in no chunk and under no limit, which may fall and follows no usage. */
    public Ranked(JobPriorityRecord record, JobView view, String queue) {
        this(record, view, queue, false, Chunk.NONE, false, StartVerdict.NO_LIMIT, List::of);
    }

    /** A job in its present form, in its own queue. */
    public static Ranked of(WaitingJob job, JobPriorityRecord record) {
        return new Ranked(record, job.view(), job.view().attributes().text(Attribute.QUEUE, ""));
    }

    /** The same, to be made anew after each evaluation of usage. */
    public Ranked followingUsage() {
        return new Ranked(record, view, queue, true, chunk, neverFalls, limits, factors);
    }

    /** The same in a chunk. */
    public Ranked in(Chunk other) {
        return new Ranked(record, view, queue, followsUsage, other, neverFalls, limits, factors);
    }

    /** The same, whose priority must not fall. */
    public Ranked neverFalling() {
        return new Ranked(record, view, queue, followsUsage, chunk, true, limits, factors);
    }

    /** The same under limits. */
    public Ranked within(StartVerdict verdict) {
        return new Ranked(record, view, queue, followsUsage, chunk, neverFalls, verdict, factors);
    }

    /** The same with an explanation, which is made when somebody asks for it. */
    public Ranked explained(Supplier<List<Term>> how) {
        return new Ranked(record, view, queue, followsUsage, chunk, neverFalls, limits, how);
    }
}
