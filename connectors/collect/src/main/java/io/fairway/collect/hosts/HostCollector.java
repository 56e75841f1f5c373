package io.fairway.collect.hosts;

import io.fairway.avro.Host;
import io.fairway.collect.ask.BoundedCommand;
import io.fairway.collect.ask.Collector;
import io.fairway.collect.ask.Notices;
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
final class HostCollector extends Collector {
    private final HostSource source;
    private final BoundedCommand runner;
    private final List<String> command;
    private final String domain;
    private final String cluster;
    private final boolean removesAll;
    private final Table table;
    private final Notices notices;

    private final Set<String> listed = new HashSet<>();
    private @Nullable HostLook last;

    /** The table of hosts. */
    interface Table {
        /** All hosts by key. */
        Map<String, Host> read();

        /** Writes records, null removes one; returns when the brokers have all. */
        void write(Map<String, @Nullable Host> changes) throws InterruptedException;
    }

    /** @param log hears of changes, failures, and of what an answer lacks; one line each */
    HostCollector(HostCollectConfig config, HostSource source, Clock clock, Table table, Consumer<String> log) {
        super(config.pace(), clock, log);
        this.source = source;
        runner = config.runner();
        command = source.command(config.program(source));
        domain = config.domain();
        cluster = config.cluster();
        removesAll = config.getBoolean(HostCollectConfig.REMOVE_ALL);
        this.table = table;
        notices = new Notices(log);
    }

    @Override
    protected Duration ask(Instant now) throws IOException, InterruptedException {
        HostLook look = runner.run(
                command,
                output -> source.read(new InputStreamReader(
                        new WholeLines(output, String.join(" ", command)), StandardCharsets.UTF_8)));
        Duration took = took(now);
        look.problems().forEach(problem -> notices.once(problem, problem));
        if (!look.equals(last)) {
            try {
                take(now, look);
            } catch (InterruptException asked) {
                throw asked;
            } catch (KafkaException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
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
            log(now + " " + look.hosts().size() + " hosts listed, " + changes.summary());
        }
        if (look.problems().isEmpty()) {
            listed.clear();
        }
        listed.addAll(look.hosts().keySet());
        last = look;
    }
}
