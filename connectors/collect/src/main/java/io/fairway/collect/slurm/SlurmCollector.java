package io.fairway.collect.slurm;

import io.fairway.avro.JobEvent;
import io.fairway.collect.ask.Notices;
import io.fairway.collect.ask.Pace;
import io.fairway.schemas.RegistryAwayException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the queue again and again, and sends what changed. A look counts only when the brokers have all that came of
 * it: otherwise the next one is compared with the look before, and nothing is lost. For one thread.
 */
public final class SlurmCollector {
    /** slurmdbd may get the end of a job later than it happened. */
    private static final Duration OVERLAP = Duration.ofMinutes(5);

    private final QueueSource queue;
    private final QueueChanges changes;
    private final @Nullable EndedJobs ended;
    private final Pace pace;
    private final Clock clock;
    private final Destination outlet;
    private final Consumer<String> log;

    private @Nullable QueueLook last;
    private int failures;
    private boolean toldFailure;

    /** Takes the events of a look; returns when they are safe. */
    public interface Destination {
        /**
         * Sends a batch of events.
         *
         * @throws IllegalStateException if the brokers did not take all of them
         * @throws RegistryAwayException if the registry does not answer
         */
        void send(List<JobEvent> events);
    }

    /**
     * A collector before its first look.
     *
     * @param outlet takes the events
     * @param log hears of looks, failures and of what Slurm's answers lack; one line each
     */
    public SlurmCollector(SlurmCollectConfig config, Clock clock, Destination outlet, Consumer<String> log) {
        Notices notices = new Notices(log);
        queue = config.queue(notices);
        changes = new QueueChanges(config.domain(), !config.hasAccounting());
        ended = config.hasAccounting()
                ? new EndedJobs(
                        config.sacct(notices)::endedBetween,
                        config.accountingInterval(),
                        config.lookback(),
                        OVERLAP,
                        notices)
                : null;
        pace = config.pace();
        this.clock = clock;
        this.outlet = outlet;
        this.log = log;
    }

    /** Looks until this thread is interrupted. */
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Duration took = look();
                Thread.sleep(pace.pause(took, failures));
            }
        } catch (InterruptedException | InterruptException asked) {
            // Somebody wants it to end.
        }
    }

    /**
     * One look at the queue, and at accounting if it is due.
     *
     * @return how long Slurm took for the answer about the queue
     */
    public Duration look() throws InterruptedException {
        Instant now = clock.instant();
        Duration took = Duration.ZERO;
        try {
            QueueLook look = queue.look(now);
            took = Duration.between(now, clock.instant());
            Batches batches = new Batches(outlet);
            changes.between(last, look, batches::add);
            long events = batches.finish();
            if (last == null || events > 0) {
                log.accept(now + " " + look.jobs().size() + " jobs in the queue, " + events + " events, "
                        + took.toMillis() + " ms");
            }
            if (ended != null && last != null) {
                ended.expect(QueueChanges.vanished(last, look), last.time());
            }
            last = look;
            accountFor(now);
            recovered();
        } catch (IOException | IllegalStateException | RegistryAwayException e) {
            failed(e);
            took = Duration.between(now, clock.instant());
        }
        return took;
    }

    private void accountFor(Instant now) throws IOException, InterruptedException {
        if (ended == null || !ended.isDue(now)) {
            return;
        }
        Batches batches = new Batches(outlet);
        ended.ask(now, batches::add);
        long events = batches.finish();
        ended.sent(now);
        if (events > 0) {
            log.accept(now + " accounting: " + events + " events of jobs that ended");
        }
    }

    private void failed(Exception e) {
        failures++;
        // A Slurm that is away for a night is one line, and one more when it is back.
        if (!toldFailure) {
            log.accept(
                    clock.instant() + " the look failed: " + e.getMessage() + "; trying again, more and more seldom");
        }
        toldFailure = true;
    }

    private void recovered() {
        if (toldFailure) {
            log.accept(clock.instant() + " works again after " + failures + " failed looks");
        }
        failures = 0;
        toldFailure = false;
    }

    /** Whether the last look failed. */
    public boolean hasFailed() {
        return failures > 0;
    }
}
