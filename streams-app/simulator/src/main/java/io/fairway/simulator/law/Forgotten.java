package io.fairway.simulator.law;

import io.fairway.avro.JobEventType;
import io.fairway.simulator.schedule.Site;
import java.util.HashMap;
import java.util.Map;

/**
 * Which runs may be forgotten, as {@code docs/state.md} says it under "When a job is forgotten": two horizons after the end of a job, or
 * after the last fact of it; an end that was corrected counts no longer. A record that names such a run may be a dead letter, and none that names another. Whether a job has ended is
 * seen from its accepted facts alone, and so with some doubt; that is why this says "may".
 */
final class Forgotten {
    private final Site site;
    private final Map<String, Job> jobs = new HashMap<>();

    Forgotten(Site site) {
        this.site = site;
    }

    /** What was accepted of one job and may be known. Instants are epoch milliseconds. */
    private static final class Job {
        private boolean known;
        private boolean lives;
        private boolean ended;
        private long first;
        private long last;
        private long lastOther;
        /** An end may be corrected to an earlier one, which then is the end. */
        private long leastEnd;

        Job() {
            begin();
        }

        void begin() {
            known = false;
            lives = false;
            ended = false;
            lastOther = Long.MIN_VALUE;
            leastEnd = Long.MAX_VALUE;
        }

        long mayBeSettled() {
            return Math.max(lastOther, ended ? leastEnd : Long.MIN_VALUE);
        }
        /** By then all runs began that may be forgotten. */
        private long through = Long.MIN_VALUE;
    }

    /**
     * Whether a run may be forgotten, or what happened to a job while it did not run.
     *
     * @param run its start, or when that happened
     * @param clock the latest time that job events and samples of its partition have shown
     */
    boolean mayBe(String job, long run, long clock) {
        Job kept = job(job);
        forget(kept, clock);
        long horizon = site.horizon();
        boolean unheardOf = run < clock - 10 * horizon && (!kept.known || run < kept.first - horizon);
        return run < clock - horizon && (run <= kept.through || unheardOf);
    }

    /** A fact was accepted. */
    void accepted(String job, long time, JobEventType type, long clock) {
        Job kept = job(job);
        forget(kept, clock);
        kept.first = kept.known ? Math.min(kept.first, time) : time;
        kept.last = kept.known ? Math.max(kept.last, time) : time;
        kept.known = true;
        switch (type) {
            case FINISHED, CANCELLED -> {
                kept.ended = true;
                kept.leastEnd = Math.min(kept.leastEnd, time);
            }
            case STARTED, SUBMITTED -> {
                kept.lives = true;
                kept.lastOther = Math.max(kept.lastOther, time);
            }
            default -> kept.lastOther = Math.max(kept.lastOther, time);
        }
    }

    private Job job(String key) {
        return jobs.computeIfAbsent(key, name -> new Job());
    }

    private void forget(Job job, long clock) {
        // A lease ends up to 1.25 leases after the last sign of life.
        long settled = job.last + site.lease() * 5 / 4;
        boolean mayHaveEnded = job.ended || !job.lives || site.lease() > 0;
        if (job.known && mayHaveEnded && clock - job.mayBeSettled() > 2 * site.horizon()) {
            job.through = Math.max(job.through, settled);
            job.begin();
        }
    }
}
