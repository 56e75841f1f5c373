package io.fairway.engine.task;

import io.fairway.core.ledger.Forgetting;
import io.fairway.core.stored.SettledJob;
import io.fairway.engine.DomainClock;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.state.JobBook;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Forgets settled jobs by the law of {@link Forgetting}, and marks in the place of those that are forgotten for long. A job stays
 * while a fact about it is deferred: a domain may be far behind. When it has time for that changes no decision. Each run
 * handles a few jobs; a horizon has a hundred rounds.
 */
final class SettledSweep {
    private static final int SLICE = 500;

    private final KeyValueStore<String, byte[]> settled;
    private final KeyValueStore<String, byte[]> deferred;
    private final Consumer<String> forgotten;
    private final EngineSettings settings;
    private final DomainClock clock;
    private final Forgetting law;
    private final Runnable flush;
    private String next = "";
    private long restUntil = Long.MIN_VALUE;

    /**
     * @param settled jobs that ended, by their key text
     * @param deferred facts that are kept for later, by the key text of their job and more
     * @param forgotten hears the key text of each job that is forgotten
     * @param flush writes all changes of the task to its stores
     */
    SettledSweep(
            KeyValueStore<String, byte[]> settled,
            KeyValueStore<String, byte[]> deferred,
            Consumer<String> forgotten,
            EngineSettings settings,
            Runnable flush) {
        this.settled = settled;
        this.deferred = deferred;
        this.forgotten = forgotten;
        this.settings = settings;
        clock = settings.clock();
        law = new Forgetting(settings.horizonMillis());
        this.flush = flush;
    }

    /** @param appended the append clock of the partition, epoch milliseconds; Long.MIN_VALUE = no record was read yet */
    void run(long appended) {
        if (!clock.keepsHorizon() || appended == Long.MIN_VALUE || appended < restUntil) {
            return;
        }
        flush.run(); // A job that ran again meanwhile must not be forgotten.
        List<KeyValue<String, byte[]>> expired = new ArrayList<>();
        int seen = 0;
        try (KeyValueIterator<String, byte[]> jobs = settled.range(next, null)) {
            while (jobs.hasNext() && seen < SLICE) {
                KeyValue<String, byte[]> job = jobs.next();
                seen++;
                next = job.key + "\u0000";
                if (isOver(job, appended)) {
                    expired.add(job);
                }
            }
        }
        if (seen < SLICE) {
            next = "";
            restUntil = appended + settings.horizonMillis() / 100;
        }
        for (KeyValue<String, byte[]> job : expired) {
            settled.delete(job.key);
            if (!SettledJob.isMark(job.value)) {
                forgotten.accept(job.key);
                settled.put(JobBook.markKey(job.key), SettledJob.mark(SettledJob.at(job.value)));
            }
        }
    }

    private boolean isOver(KeyValue<String, byte[]> job, long appended) {
        long at = SettledJob.at(job.value);
        return SettledJob.isMark(job.value)
                ? law.isMarkOver(at, appended)
                : law.isOver(at, appended) && !isAwaited(job.key);
    }

    /** Whether a fact about a job is deferred. */
    private boolean isAwaited(String job) {
        try (KeyValueIterator<String, byte[]> facts = deferred.range(job + "|", job + "}")) {
            return facts.hasNext();
        }
    }
}
