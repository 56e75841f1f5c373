package io.fairway.collect.slurm;

import io.fairway.avro.JobEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The suspensions of a running job. Slurm has the instant of the last suspension or resumption, and the seconds that the
 * job had run before its last suspension; so a suspension between two looks is not lost. Of several, the sum is right.
 */
final class JobPauses {
    private JobPauses() {}

    /** All suspensions until now, as one. */
    static void atFirstSight(SlurmJob job, Instant start, SlurmEvents events, List<JobEvent> list) {
        Instant last = job.suspended();
        if (last == null || last.isBefore(start)) {
            return;
        }
        Duration paused = Duration.between(start, last).minusSeconds(job.ranBeforeSuspension());
        if (job.phase() == JobPhase.SUSPENDED) {
            list.add(events.suspended(paused.isNegative() ? last : last.minus(paused), start));
        } else if (job.phase() == JobPhase.RUNNING && paused.isPositive()) {
            list.add(events.suspended(last.minus(paused), start));
            list.add(events.resumed(last, start));
        }
    }

    /** The suspensions since the last look. */
    static void between(SlurmJob before, SlurmJob job, Instant start, SlurmEvents events, List<JobEvent> list) {
        Instant last = job.suspended();
        boolean paused = before.phase() == JobPhase.SUSPENDED;
        boolean pauses = job.phase() == JobPhase.SUSPENDED;
        if (last == null || (last.equals(before.suspended()) && paused == pauses)) {
            return;
        }
        long ran = job.ranBeforeSuspension() - before.ranBeforeSuspension();
        if (paused && !pauses) {
            list.add(events.resumed(last.minusSeconds(ran), start));
        } else if (paused) {
            list.add(events.resumed(last.minusSeconds(ran), start));
            list.add(events.suspended(last, start));
        } else if (pauses) {
            list.add(events.suspended(ran > 0 ? later(start, before.suspended()).plusSeconds(ran) : last, start));
        } else {
            list.add(events.suspended(later(start, before.suspended()).plusSeconds(ran), start));
            list.add(events.resumed(last, start));
        }
    }

    private static Instant later(Instant start, @Nullable Instant since) {
        return since == null ? start : since;
    }
}
