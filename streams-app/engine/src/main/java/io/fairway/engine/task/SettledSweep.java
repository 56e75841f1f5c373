package io.fairway.engine.task;

import io.fairway.core.stored.SettledJob;
import io.fairway.engine.DomainClock;
import io.fairway.engine.EngineSettings;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Forgets a settled job as soon as the partition's append clock is a horizon past the job's end. From then on no fact
 * of its time is accepted, so a duplicate can no longer count. A job that its lease ended stays for two horizons: an end that
 * is up to a horizon later than the lease's is accepted for another one. A job stays while a fact about it is deferred: a
 * domain may be far behind. Each run handles a few jobs; a horizon has a hundred rounds.
 */
final class SettledSweep {
    private static final int SLICE = 500;

    private final KeyValueStore<String, byte[]> settled;
    private final KeyValueStore<String, byte[]> deferred;
    private final EngineSettings settings;
    private final DomainClock clock;
    private final Runnable flush;
    private String next = "";
    private long appended = Long.MIN_VALUE;
    private long restUntil = Long.MIN_VALUE;

    /**
     * @param settled jobs that ended, by their key text
     * @param deferred facts that are kept for later, by the key text of their job and more
     * @param flush writes all changes of the task to its stores
     */
    SettledSweep(
            KeyValueStore<String, byte[]> settled,
            KeyValueStore<String, byte[]> deferred,
            EngineSettings settings,
            Runnable flush) {
        this.settled = settled;
        this.deferred = deferred;
        this.settings = settings;
        clock = settings.clock();
        this.flush = flush;
    }

    /** The append time of a record that was read. */
    void appended(long time) {
        appended = Math.max(appended, time);
    }

    void run() {
        if (!clock.keepsHorizon() || appended == Long.MIN_VALUE || appended < restUntil) {
            return;
        }
        flush.run(); // A job that ran again meanwhile must not be forgotten.
        List<String> expired = new ArrayList<>();
        int seen = 0;
        try (KeyValueIterator<String, byte[]> jobs = settled.range(next, null)) {
            while (jobs.hasNext() && seen < SLICE) {
                KeyValue<String, byte[]> job = jobs.next();
                seen++;
                next = job.key + "\u0000";
                if (isOver(job.value) && !isAwaited(job.key)) {
                    expired.add(job.key);
                }
            }
        }
        if (seen < SLICE) {
            next = "";
            restUntil = appended + settings.horizonMillis() / 100;
        }
        expired.forEach(settled::delete);
    }

    private boolean isOver(byte[] job) {
        long since = appended - SettledJob.at(job);
        return since > 2 * settings.horizonMillis()
                || (since > settings.horizonMillis() && !SettledJob.read(job).isEndUntold());
    }

    /** Whether a fact about a job is deferred. */
    private boolean isAwaited(String job) {
        try (KeyValueIterator<String, byte[]> facts = deferred.range(job + "|", job + "}")) {
            return facts.hasNext();
        }
    }
}
