package io.fairway.dispatcher.slurm;

import io.fairway.core.model.JobKey;
import io.fairway.dispatcher.order.ChosenJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The jobs and arrays of one cluster that are to be told, in their order.
 *
 * @param units what to tell, the first one first
 * @param foreign jobs of the cluster whose ids Slurm cannot have
 */
record Ranking(List<Unit> units, List<JobKey> foreign) {
    /**
     * A job, or the waiting tasks of an array.
     *
     * @param key domain, cluster and Slurm's id of the job or array
     * @param job the job, or the first task in the order
     */
    record Unit(JobKey key, ChosenJob job) {}

    Ranking {
        units = List.copyOf(units);
        foreign = List.copyOf(foreign);
    }

    /**
     * Those of a cluster.
     *
     * @param order all jobs of a domain in their order
     * @param step jobs of one queue whose priorities are in the same multiple of it keep the order that they were told;
     *     0 = every difference counts
     * @param number the number that a unit was told, {@link Numbering#NONE} for none
     */
    static Ranking of(List<ChosenJob> order, String cluster, double step, ToLongFunction<JobKey> number) {
        Map<JobKey, Unit> units = new LinkedHashMap<>();
        List<JobKey> foreign = new ArrayList<>();
        for (ChosenJob job : order) {
            if (!job.key().cluster().equals(cluster)) {
                continue;
            }
            String id = SlurmJobId.unit(job.jobId());
            if (id == null) {
                foreign.add(job.key());
            } else {
                JobKey key = new JobKey(job.key().domain(), cluster, id);
                units.putIfAbsent(key, new Unit(key, job));
            }
        }
        List<Unit> ranked = new ArrayList<>(units.values());
        if (step > 0) {
            // Stable: those without a number stay in the order of the domain, after the others.
            ranked.sort(Comparator.<Unit>comparingInt(unit -> unit.job().queuePlace())
                    .thenComparingDouble(unit -> -Math.floor(unit.job().priority() / step))
                    .thenComparing(unit -> number.applyAsLong(unit.key()), Comparator.reverseOrder()));
        }
        return new Ranking(ranked, foreign);
    }
}
