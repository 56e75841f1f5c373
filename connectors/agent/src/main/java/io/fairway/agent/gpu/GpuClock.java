package io.fairway.agent.gpu;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * GPU time of each job since the agent started: for each GPU that a job computes on, the part of the interval in which
 * the GPU worked. Jobs on one GPU share its time equally.
 */
public final class GpuClock {
    private final Map<String, Double> seconds = new HashMap<>();

    /**
     * Adds an interval.
     *
     * @param elapsed seconds, by a clock that does not jump
     * @param jobOf the job of a process; null for none
     */
    public void add(List<GpuLoad> gpus, double elapsed, Function<Long, @Nullable String> jobOf) {
        for (GpuLoad gpu : gpus) {
            Set<String> jobs = new TreeSet<>();
            for (Long process : gpu.processes()) {
                String job = jobOf.apply(process);
                if (job != null) {
                    jobs.add(job);
                }
            }
            for (String job : jobs) {
                seconds.merge(job, gpu.busy() * elapsed / jobs.size(), Double::sum);
            }
        }
    }

    /** The GPU time of a job in seconds; null if it never computed on a GPU. */
    public @Nullable Double of(String job) {
        return seconds.get(job);
    }

    /** Forgets all other jobs. */
    public void keep(Set<String> jobs) {
        seconds.keySet().retainAll(jobs);
    }
}
