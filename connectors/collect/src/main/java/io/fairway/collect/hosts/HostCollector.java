package io.fairway.collect.hosts;

import io.fairway.avro.Host;
import io.fairway.collect.ask.BoundedCommand;
import io.fairway.collect.ask.Notices;
import io.fairway.collect.ask.Pace;
import io.fairway.collect.ask.WholeLines;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a scheduler for its hosts again and again. An answer that differs from the last one is compared with the table, and
 * what differs is written. So nothing is sent twice, also after a restart, and what others write stays until the scheduler
 * says something new. For one thread.
 */
final class HostCollector {
    private final HostSource source;
    private final BoundedCommand runner;
    private final List<String> command;
    private final String domain;
    private final String cluster;
    private final boolean removesAll;
    private final Pace pace;
    private final Clock clock;
    private final Table table;
    private final Consumer<String> log;
    private final Notices notices;

    private final Set<String> listed = new HashSet<>();
    private @Nullable HostLook last;
    private int failures;

    /** The table of hosts. */
    interface Table {
        /** All hosts by key. */
        Map<String, Host> read();

        /** Writes records, null removes one; returns when the brokers have all. */
        void write(Map<String, @Nullable Host> changes) throws InterruptedException;
    }

    /** @param log hears of changes, failures, and of what an answer lacks; one line each */
    HostCollector(HostCollectConfig config, HostSource source, Clock clock, Table table, Consumer<String> log) {
        this.source = source;
        runner = config.runner();
        command = source.command(config.program(source));
        domain = config.domain();
        cluster = config.cluster();
        removesAll = config.getBoolean(HostCollectConfig.REMOVE_ALL);
        pace = config.pace();
        this.clock = clock;
        this.table = table;
        this.log = log;
        notices = new Notices(log);
    }

    /** Looks until this thread is interrupted. */
    void run() {
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
     * One look.
     *
     * @return how long the scheduler took
     */
    Duration look() throws InterruptedException {
        Instant now = clock.instant();
        Duration took = Duration.ZERO;
        try {
            HostLook look = runner.run(
                    command,
                    output -> source.read(new InputStreamReader(
                            new WholeLines(output, String.join(" ", command)), StandardCharsets.UTF_8)));
            took = Duration.between(now, clock.instant());
            look.problems().forEach(problem -> notices.once(problem, problem));
            if (!look.equals(last)) {
                take(now, look);
            }
            if (failures > 0) {
                log.accept(clock.instant() + " works again after " + failures + " failed looks");
            }
            failures = 0;
        } catch (InterruptException asked) {
            throw asked;
        } catch (IOException | IllegalStateException | KafkaException e) {
            // A scheduler that is away for a night is one line, and one more when it is back.
            if (failures++ == 0) {
                log.accept(clock.instant() + " the look failed: " + e.getMessage()
                        + "; trying again, more and more seldom");
            }
            took = Duration.between(now, clock.instant());
        }
        return took;
    }

    private void take(Instant now, HostLook look) throws InterruptedException {
        HostChanges changes = HostChanges.between(domain, cluster, table.read(), look, listed, removesAll);
        changes.refused().forEach(refused -> notices.once(refused, refused));
        if (!changes.records().isEmpty()) {
            table.write(changes.records());
        }
        if (last == null || !changes.records().isEmpty()) {
            log.accept(now + " " + look.hosts().size() + " hosts listed, " + changes.summary());
        }
        if (look.problems().isEmpty()) {
            listed.clear();
        }
        listed.addAll(look.hosts().keySet());
        last = look;
    }

    /** Whether the last look failed. */
    boolean hasFailed() {
        return failures > 0;
    }
}
