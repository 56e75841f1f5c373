package io.fairway.app.runtime;

import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The runs of which nothing was heard for so long that a rebuild would let their lease end, while samples that may have kept them
 * are deleted. Takes the events of one partition in the order in which they were appended. Times are epoch milliseconds.
 */
final class SilentRuns {
    private static final int SHOWN = 3;

    private final Map<String, Long> reach;
    private final Map<JobKey, Run> open = new HashMap<>();
    private final Map<JobKey, Run> silent = new LinkedHashMap<>();

    /**
     * A run.
     *
     * @param seen when it was heard of last
     * @param kept when the first kept sample was appended
     */
    private record Run(long start, long seen, long kept) {}

    /**
     * Nothing heard yet.
     *
     * @param reach by domain, how long a run may be silent: its lease, and the horizon within which a late word counts
     */
    SilentRuns(Map<String, Long> reach) {
        this.reach = reach;
    }

    /**
     * An event of a job.
     *
     * @param kept when the first sample that is kept of its cluster was appended; 0 = none was deleted
     */
    void take(JobKey job, JobFact fact, long kept) {
        Run run = open.get(job);
        if (run != null) {
            judge(job, run, fact.time());
        }
        if (fact.type().endsRun()) {
            open.remove(job);
        } else if (fact.type() == JobEventType.STARTED) {
            open.put(job, new Run(fact.time(), fact.time(), kept));
        } else if (run != null) {
            open.put(job, new Run(run.start(), Math.max(run.seen(), fact.time()), kept));
        }
    }

    /** There are no more events: what still runs was silent until the samples begin. */
    void end() {
        open.forEach((job, run) -> judge(job, run, Long.MAX_VALUE));
    }

    private void judge(JobKey job, Run run, long next) {
        Long most = reach.get(job.domain());
        if (most != null && Math.min(next, run.kept()) - run.seen() > most) {
            silent.putIfAbsent(job, run);
        }
    }

    /** What is missing, in words; null = nothing. */
    @Nullable
    String missing() {
        if (silent.isEmpty()) {
            return null;
        }
        List<String> shown = new ArrayList<>();
        silent.forEach((job, run) -> {
            if (shown.size() < SHOWN) {
                shown.add(job.domain() + "/" + job.cluster() + "/" + job.job() + ", which began at "
                        + Instant.ofEpochMilli(run.start()));
            }
        });
        return silent.size() + (silent.size() == 1 ? " run" : " runs") + ", such as " + String.join("; ", shown);
    }
}
