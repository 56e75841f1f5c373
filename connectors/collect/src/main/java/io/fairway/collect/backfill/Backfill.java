package io.fairway.collect.backfill;

import io.fairway.collect.CollectConfig;
import io.fairway.collect.FactSender;
import io.fairway.readers.Trace;
import io.fairway.readers.line.TraceJob;
import io.fairway.schemas.UnwritableException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Sends the jobs of a history to a running Fairway.
 *
 * <ol>
 *   <li>The oldest job goes first, alone. If the application refuses it as too old, nothing else is sent.
 *   <li>Then job after job, in the order of the files: the order makes no difference to the application, and this one needs
 *       no memory.
 *   <li>It ends when the application has read all of it, and says what of it was refused.
 * </ol>
 *
 * <p>A second backfill changes nothing: an event has the same job, type, run and time again, and the application knows it
 * for as long as its horizon, or refuses it as too old.
 */
final class Backfill {
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);
    private static final Duration SAY_EVERY = Duration.ofSeconds(2);
    private static final int KEPT_REFUSALS = 5;

    /**
     * The end of a backfill.
     *
     * @param sent events that the brokers have
     * @param refused events of them that the application refused
     * @param firstRefusals the reasons of the first ones
     * @param unwritable events that could not be written, with the first reason
     */
    record Outcome(long sent, long refused, List<String> firstRefusals, List<String> unwritable) {
        Outcome {
            firstRefusals = List.copyOf(firstRefusals);
            unwritable = List.copyOf(unwritable);
        }
    }

    private final JobHistory history;
    private final Inventory inventory;
    private final CollectConfig config;
    private final String application;
    private final Duration patience;
    private final Consumer<String> log;
    private final SentOffsets offsets = new SentOffsets();
    private final List<String> refusals = new ArrayList<>();
    private final List<String> unwritable = new ArrayList<>();
    private long refused;
    private long sent;
    private long reportedAt = System.nanoTime();

    /**
     * @param application the application's id
     * @param patience how long the application may make no progress
     * @param log gets lines of progress
     */
    Backfill(
            JobHistory history,
            Inventory inventory,
            CollectConfig config,
            String application,
            Duration patience,
            Consumer<String> log) {
        this.history = history;
        this.inventory = inventory;
        this.config = config;
        this.application = application;
        this.patience = patience;
        this.log = log;
    }

    /**
     * Sends everything, and waits until the application has read it.
     *
     * @throws IllegalStateException if brokers or the application do not do their part; says what to do
     */
    Outcome run() throws IOException {
        try (Receiver receiver = new Receiver(config, application);
                FactSender sender = new FactSender(config, offsets::add)) {
            send(inventory.oldest(), sender);
            sender.flush();
            awaitRead(receiver);
            requireNotTooOld(receiver);
            Trace earlier = null;
            for (Path path : history.files()) {
                earlier = history.read(path, earlier, job -> sendAndSay(job, sender), late -> {});
            }
            sender.flush();
            awaitRead(receiver);
            collect(receiver);
        }
        return new Outcome(sent, refused, refusals, unwritable);
    }

    private void sendAndSay(TraceJob job, FactSender sender) {
        send(job, sender);
        say(() -> String.format(
                Locale.ROOT,
                "%,d of %,d events sent (%d %%)",
                sent,
                inventory.events(),
                100 * Math.min(sent, inventory.events()) / inventory.events()));
    }

    private void send(TraceJob job, FactSender sender) {
        for (int i = 0; i < job.events(); i++) {
            try {
                sender.send(job.event(i));
                sent++;
            } catch (UnwritableException e) {
                unwritable.add("job " + job.job() + " of " + job.cluster() + ": " + e.getMessage());
            }
        }
    }

    private void awaitRead(Receiver receiver) {
        Map<TopicPartition, Long> last = offsets.last();
        long left = receiver.left(last);
        long moved = System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
            if (Thread.interrupted()) {
                throw new InterruptException(
                        "the backfill was interrupted; what was sent counts, and may be sent again");
            }
            long now = receiver.left(last);
            if (now < left) {
                moved = System.nanoTime();
            } else if (System.nanoTime() - moved > patience.toNanos()) {
                throw new IllegalStateException("the application " + application + " has read nothing for "
                        + patience.toSeconds() + " s, and " + now + " records are left: does it run, and is this its"
                        + " application.id (--application)? What was sent counts once it runs, and may be sent again.");
            }
            left = now;
            long shown = left;
            say(() -> String.format(Locale.ROOT, "all sent; the application has %,d records left to read", shown));
        }
    }

    private void requireNotTooOld(Receiver receiver) {
        collect(receiver);
        if (refusals.stream().anyMatch(reason -> reason.startsWith("time:"))) {
            Instant first = Instant.ofEpochMilli(inventory.first());
            long needed = (System.currentTimeMillis() - inventory.first())
                            / Duration.ofDays(1).toMillis()
                    + 2;
            throw new IllegalStateException("the application refuses events as old as " + first
                    + ", and nothing but the oldest job was sent: " + refusals.get(0)
                    + ". Run it with ledger.horizon.ms="
                    + Duration.ofDays(needed).toMillis() + " (" + needed
                    + " days) or more, and keep its topics job-events, samples and adjustments for as long"
                    + " (retention.ms). docs/backfill.md has the steps.");
        }
    }

    private void collect(Receiver receiver) {
        for (Receiver.Refusal refusal : receiver.refusals(offsets)) {
            refused++;
            if (refusals.size() < KEPT_REFUSALS) {
                refusals.add(refusal.kind() + ": " + refusal.reason());
            }
        }
    }

    private void say(java.util.function.Supplier<String> line) {
        long now = System.nanoTime();
        if (now - reportedAt >= SAY_EVERY.toNanos()) {
            reportedAt = now;
            log.accept(line.get());
        }
    }
}
