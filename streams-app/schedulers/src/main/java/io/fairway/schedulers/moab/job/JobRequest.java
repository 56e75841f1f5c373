package io.fairway.schedulers.moab.job;

import java.util.List;
import java.util.Set;

/**
 * The requests of a job.
 *
 * @param wallclock wall clock limit, seconds; {@link #NO_LIMIT} = none
 * @param nodes requested number of nodes; 0 = none
 * @param requirements its tasks
 * @param features node features that it requires
 * @param genericResources names of the generic resources that it requires
 */
public record JobRequest(
        long wallclock,
        long nodes,
        List<Requirement> requirements,
        Set<String> features,
        Set<String> genericResources) {
    /** The wall clock limit of a job without one. */
    public static final long NO_LIMIT = 0;

    private static final long LONGEST = 1L << 40;

    public JobRequest {
        requirements = List.copyOf(requirements);
        features = Set.copyOf(features);
        genericResources = Set.copyOf(genericResources);
        if (wallclock < 0 || nodes < 0) {
            throw new IllegalArgumentException(
                    "wall clock limit " + wallclock + " s, nodes " + nodes + " of a job: must be at least 0");
        }
        wallclock = wallclock > LONGEST ? NO_LIMIT : wallclock;
    }

    /** A job with this limit and no other requests. */
    public static JobRequest ofWallclock(long seconds) {
        return new JobRequest(seconds, 0, List.of(), Set.of(), Set.of());
    }

    public boolean hasLimit() {
        return wallclock != NO_LIMIT;
    }

    /** Processors of all tasks together. */
    public double procs() {
        double procs = 0;
        for (Requirement requirement : requirements) {
            procs += requirement.tasks() * requirement.perTask().procs();
        }
        return procs;
    }
}
