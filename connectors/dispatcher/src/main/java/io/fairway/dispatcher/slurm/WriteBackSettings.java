package io.fairway.dispatcher.slurm;

import java.time.Duration;

/**
 * How Slurm is told.
 *
 * @param name of the dispatcher, in its records
 * @param cluster the cluster of this Slurm
 * @param slurmParameter the parameter that is set
 * @param step priorities in the same multiple of it keep the order that they were told; 0 = every difference counts
 * @param callsPerSecond the most updates in a second, above 0
 * @param stale the ranking is stale if its last heartbeat is older
 * @param ownFactors the most that Slurm adds to a number by itself
 * @param handBackOnly whether to take everything back, and to tell nothing
 */
record WriteBackSettings(
        String name,
        String cluster,
        SlurmParameter slurmParameter,
        double step,
        double callsPerSecond,
        Duration stale,
        long ownFactors,
        boolean handBackOnly) {
    /** The numbers, with gaps that Slurm's own factors do not bridge. */
    Numbering numbering() {
        long gap = slurmParameter.isAddedToOthers() ? 1 + Math.min(ownFactors, SlurmParameter.MOST / 4) : 1;
        return new Numbering(Math.max(SlurmParameter.LEAST, gap), SlurmParameter.MOST - gap, gap);
    }
}
