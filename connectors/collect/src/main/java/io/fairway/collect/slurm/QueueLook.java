package io.fairway.collect.slurm;

import java.time.Instant;
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
}
