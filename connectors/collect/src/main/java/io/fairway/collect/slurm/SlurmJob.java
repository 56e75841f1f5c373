package io.fairway.collect.slurm;

import io.fairway.avro.Ineligibility;
import io.fairway.avro.JobAttributes;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
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
 * @param unread fields of Slurm's answer that could not be read
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
        @Nullable String exit,
        Set<String> unread) {

    SlurmJob {
        allocated = Map.copyOf(allocated);
        unread = Set.copyOf(unread);
    }

    /** This job with what was known of it at an earlier look, where this look has nothing that can be read. */
    SlurmJob knowing(SlurmJob before) {
        if (!before.submitted.equals(submitted)) {
            return this; // It is another job, or another wait of it.
        }
        boolean ranOn = before.phase.holdsResources() && (phase.holdsResources() || phase.isOver());
        boolean pauseUnknown = isUnread("suspend_time", "pre_sus_time") && ranOn;
        boolean waits = phase == JobPhase.WAITING && before.phase == JobPhase.WAITING;
        JobAttributes told = attributes;
        if (isUnread("nice")) {
            told = JobAttributes.newBuilder(attributes)
                    .setNice(before.attributes.getNice())
                    .build();
        }
        return new SlurmJob(
                id,
                cluster,
                pauseUnknown && !phase.isOver() ? before.phase : phase,
                submitted,
                isUnread("eligible_time") ? before.eligible : eligible,
                started == null && ranOn ? before.started : started,
                ended,
                pauseUnknown ? before.suspended : suspended,
                pauseUnknown ? before.ranBeforeSuspension : ranBeforeSuspension,
                resized,
                isUnread("restart_cnt") ? before.restarts : restarts,
                (waits && isUnread("priority", "hold", "state_reason")) ? before.held : held,
                (waits && isUnread("state_reason", "dependency")) ? before.obstacle : obstacle,
                isUnread("account", "group_name") ? before.account : account,
                isUnread("user_name", "user_id") ? before.user : user,
                told,
                allocated.isEmpty() && ranOn ? before.allocated : allocated,
                exit,
                unread);
    }

    private boolean isUnread(String... fields) {
        return Stream.of(fields).anyMatch(unread::contains);
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
