package io.fairway.collect.slurm;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The whole queue at one instant.
 *
 * @param time when Slurm was asked, by the clock of this program
 * @param jobs jobs by id, those that ended a short time ago included
 */
record QueueLook(Instant time, Map<String, SlurmJob> jobs) {
    QueueLook {
        jobs = Map.copyOf(jobs);
    }

    /** The same without the jobs that ended before an instant. */
    QueueLook from(Instant cutOver) {
        Map<String, SlurmJob> later = new HashMap<>(jobs);
        later.values()
                .removeIf(job -> job.phase().isOver()
                        && job.ended() != null
                        && job.ended().isBefore(cutOver));
        return new QueueLook(time, later);
    }
}
