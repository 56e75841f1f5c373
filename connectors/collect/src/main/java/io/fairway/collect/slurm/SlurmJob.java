package io.fairway.collect.slurm;

import io.fairway.avro.Ineligibility;
import io.fairway.avro.JobAttributes;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One job in one look at the queue. An array whose tasks wait is one job, with the id that Slurm gives to the last of
 * them; a task that starts is a job of its own. Each component of a heterogeneous job is a job. Times that Slurm does
 * not know are null.
 *
 * @param id Slurm's own number of the job (JobIDRaw of sacct)
 * @param cluster its cluster
 * @param phase what it does
 * @param submitted when it was submitted, or requeued
 * @param eligible when it may start, or might since; null while it is held or depends on another job
 * @param started start of its run; while it waits, Slurm's guess
 * @param ended end of its run; while it runs, the latest possible one
 * @param suspended when it was last suspended or resumed
 * @param ranBeforeSuspension seconds that it had run before its last suspension
 * @param resized when it got another size
 * @param restarts number of times that it was requeued
 * @param held whether a user or an operator holds it
 * @param obstacle what keeps it from starting other than a hold or its begin time; null = nothing of its own
 * @param account account to charge
 * @param user user to charge
 * @param attributes what else is known of it; without a begin time
 * @param allocated TRES that it has; empty = none, or unknown
 * @param exit exit status, code:signal
 */
record SlurmJob(
        String id,
        String cluster,
        JobPhase phase,
        Instant submitted,
        @Nullable Instant eligible,
        @Nullable Instant started,
        @Nullable Instant ended,
        @Nullable Instant suspended,
        long ranBeforeSuspension,
        @Nullable Instant resized,
        long restarts,
        boolean held,
        @Nullable Ineligibility obstacle,
        String account,
        String user,
        JobAttributes attributes,
        Map<String, Double> allocated,
        @Nullable String exit) {

    SlurmJob {
        allocated = Map.copyOf(allocated);
    }

    /** Whether it had resources: a job that was cancelled while it waited has the same start and end, and none. */
    boolean ran() {
        return phase.holdsResources()
                || (phase.isOver()
                        && started != null
                        && (!allocated.isEmpty() || (ended != null && ended.isAfter(started))));
    }

    /** Its begin time, if that lies ahead and nothing else keeps it waiting; null = it has none. */
    @Nullable
    Instant begin(Instant now) {
        return isReady() && phase == JobPhase.WAITING && eligible != null && eligible.isAfter(now) ? eligible : null;
    }

    /** Whether nothing but a begin time keeps it waiting. */
    boolean isReady() {
        return !held && obstacle == null;
    }
}
