package io.fairway.collect.slurm;

import io.fairway.avro.JobEvent;
import io.fairway.collect.SourceReport;
import io.fairway.collect.ask.Collector;
import io.fairway.collect.ask.Notices;
import io.fairway.schemas.RegistryAwayException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the queue again and again, and sends what changed. A look counts only when the brokers have all that came of
 * it: otherwise the next one is compared with the look before, and nothing is lost. For one thread.
 */
public final class SlurmCollector extends Collector {
    /** slurmdbd may get the end of a job later than it happened. */
    private static final Duration OVERLAP = Duration.ofMinutes(5);

    private final QueueSource queue;
    private final QueueChanges changes;
    private final Instant cutOver;
    private final @Nullable EndedJobs ended;
    private final Destination outlet;
    private final WatchedClusters watched;

    private @Nullable QueueLook last;

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
     * @param report hears how far it has looked
     * @param log hears of looks, failures and of what Slurm's answers lack; one line each
     */
    public SlurmCollector(
            SlurmCollectConfig config, Clock clock, Destination outlet, SourceReport report, Consumer<String> log) {
        super(config.pace(), clock, log);
        Notices notices = new Notices(log);
        queue = config.queue(notices);
        changes = new QueueChanges(config.domain(), !config.hasAccounting());
        cutOver = config.cutOver();
        ended = config.hasAccounting()
                ? new EndedJobs(
                        config.sacct(notices)::endedBetween,
                        config.accountingInterval(),
                        config.lookback(),
                        OVERLAP,
                        notices)
                : null;
        this.outlet = outlet;
        watched = new WatchedClusters(config.domain(), config.source(), report);
    }

    /** Asks for the queue, and in accounting if it is due; slurmctld answers the first of them. */
    @Override
    protected Duration ask(Instant now) throws IOException, InterruptedException {
        QueueLook look = queue.look(now).from(cutOver).after(last);
        Duration took = took(now);
        Batches batches = new Batches(outlet);
        changes.between(last, look, batches::add);
        long events = batches.finish();
        if (last == null || events > 0) {
            log(now + " " + look.jobs().size() + " jobs in the queue, " + events + " events, " + took.toMillis()
                    + " ms");
        }
        if (ended != null && last != null) {
            ended.present(look.jobs().keySet());
            ended.expect(QueueChanges.vanished(last, look), last.time());
        }
        last = look;
        watched.looked(look);
        accountFor(now);
        return took;
    }

    private void accountFor(Instant now) throws IOException, InterruptedException {
        if (ended == null || !ended.isDue(now)) {
            return;
        }
        Batches batches = new Batches(outlet);
        ended.ask(now, event -> {
            watched.inAccounting(event.getCluster());
            batches.add(event);
        });
        ended.giveUp(now, (job, left) -> batches.add(changes.gone(job, left)));
        long events = batches.finish();
        ended.sent(now);
        if (events > 0) {
            log(now + " accounting: " + events + " events of jobs that ended");
        }
    }
}
