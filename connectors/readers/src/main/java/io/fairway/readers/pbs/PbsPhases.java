package io.fairway.readers.pbs;

import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.JobRecord.Resize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The phases of running jobs whose size changed, as PBS writes them when hosts are released (pbs_release_nodes).
 *
 * <ol>
 *   <li>A u record ends a phase: it has the size of that phase, and its end. A c record has the size of the next one.
 *   <li>The record that ends the run has the size of the last phase, and the start of the first.
 *   <li>Phases are kept until that record, for at most {@value #MAX_JOBS} jobs; beyond it, those of the job whose first phase
 *       ended longest ago are dropped.
 * </ol>
 */
final class PbsPhases {
    private static final int MAX_JOBS = 10_000;
    private static final int SHOWN_JOBS = 10;

    /** By job and end of the phase: what the job held until then. No phase: it had some, and no record says which. */
    private final Map<String, NavigableMap<Long, Map<String, Double>>> byJob = new LinkedHashMap<>();

    private final List<String> incomplete = new ArrayList<>();
    private long allIncomplete;

    /** Takes over the phases of jobs that had not ended in an earlier file. */
    void addAll(PbsPhases earlier) {
        byJob.putAll(earlier.byJob);
    }

    /** A phase has ended; epoch milliseconds. */
    void ended(String job, long end, Map<String, Double> allocated) {
        of(job).put(end, allocated);
    }

    /** A job goes on with another size; without an {@link #ended} before, it is not known what it held. */
    void continued(String job) {
        of(job);
    }

    private NavigableMap<Long, Map<String, Double>> of(String job) {
        if (byJob.size() >= MAX_JOBS && !byJob.containsKey(job)) {
            byJob.remove(byJob.keySet().iterator().next());
        }
        return byJob.computeIfAbsent(job, id -> new TreeMap<>());
    }

    /**
     * Gives a run the sizes that it had. {@link JobRecord#allocated} is the size of its last phase before, and of its first one
     * after.
     *
     * @param most the most processors that it had, as its record says; not a number = unknown
     */
    void apply(JobRecord run, double most) {
        NavigableMap<Long, Map<String, Double>> phases = byJob.get(run.job);
        boolean ended = run.ended != JobRecord.NEVER;
        if (ended) {
            byJob.remove(run.job);
        }
        Map<Long, Map<String, Double>> own = phases == null ? Map.of() : phases.tailMap(run.started, false);
        if (own.isEmpty()) {
            boolean changed = phases == null
                    ? most > run.allocated.getOrDefault("cpu", Double.POSITIVE_INFINITY)
                    : phases.isEmpty();
            if (ended && changed) {
                incomplete(run.job);
            }
            return;
        }
        Map<String, Double> last = run.allocated;
        List<Resize> resizes = new ArrayList<>();
        long since = JobRecord.NEVER;
        for (Map.Entry<Long, Map<String, Double>> phase : own.entrySet()) {
            if (since == JobRecord.NEVER) {
                run.allocated = phase.getValue();
            } else {
                resizes.add(new Resize(since, phase.getValue()));
            }
            since = ended ? Math.min(phase.getKey(), run.ended) : phase.getKey();
        }
        resizes.add(new Resize(since, last));
        run.resizes = resizes;
    }

    private void incomplete(String job) {
        allIncomplete++;
        if (incomplete.size() < SHOWN_JOBS) {
            incomplete.add(job);
        }
    }

    /** The jobs that are charged too little. */
    List<String> warnings() {
        return allIncomplete == 0
                ? List.of()
                : List.of("the usage of " + allIncomplete + (allIncomplete == 1 ? " job" : " jobs")
                        + " may be too low (" + String.join(", ", incomplete)
                        + (incomplete.size() < allIncomplete ? ", ..." : "")
                        + "): its size changed, and no u record before its end says what it held; give all files, in"
                        + " the order of time");
    }
}
