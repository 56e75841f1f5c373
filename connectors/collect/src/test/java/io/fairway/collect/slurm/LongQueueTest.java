package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.fairway.avro.JobEvent;
import io.fairway.collect.SourceReport;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A queue of many jobs, from a program in the place of squeue. */
class LongQueueTest {
    private static final Instant NOW = Instant.parse("2026-11-22T21:00:00Z");
    private static final int JOBS = 4_000;
    /** Submitted, modified, released, eligible. */
    private static final int EVENTS = 4 * JOBS;

    private final List<Integer> batches = new ArrayList<>();
    private final Set<String> jobs = new HashSet<>();
    private final List<String> news = new ArrayList<>();
    private RuntimeException refusal = new IllegalStateException("the brokers are away");
    private int refuse = Integer.MAX_VALUE;

    @TempDir
    private Path folder;

    private SlurmCollector collector;

    @BeforeEach
    void queue() throws IOException {
        Path file = folder.resolve("queue.json");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("{\"jobs\":[\n");
            for (int i = 1; i <= JOBS; i++) {
                out.write((i == 1 ? "" : ",\n") + "{\"job_id\":" + i
                        + ",\"cluster\":\"alps\",\"job_state\":\"PENDING\",\"submit_time\":1795380000}");
            }
            out.write("]}\n");
        }
        Path squeue = Files.writeString(folder.resolve("squeue"), "#!/bin/sh\nexec cat " + file + "\n");
        assertThat(squeue.toFile().setExecutable(true)).isTrue();
        SlurmCollectConfig config = new SlurmCollectConfig(Map.of(
                "bootstrap.servers",
                "none",
                "schema.registry.url",
                "none",
                "squeue.command",
                squeue.toString(),
                "accounting",
                "false"));
        collector =
                new SlurmCollector(config, Clock.fixed(NOW, ZoneOffset.UTC), this::take, SourceReport.NONE, news::add);
    }

    private void take(List<JobEvent> events) {
        if (batches.size() == refuse) {
            throw refusal;
        }
        batches.add(events.size());
        events.forEach(event -> jobs.add(event.getJob()));
    }

    @Test
    void itsEventsAreSentInBoundedBatchesAndOnce() throws InterruptedException {
        var first = collector.look();

        assertThat(batches).containsExactly(5_000, 5_000, 5_000, EVENTS - 15_000);
        assertThat(jobs).hasSize(JOBS);
        assertThat(news).anyMatch(line -> line.contains(JOBS + " jobs in the queue, " + EVENTS + " events"));

        batches.clear();
        var second = collector.look();
        assertThat(batches).isEmpty();
        assertThat(first).isEqualTo(second);
    }

    @Test
    void itEndsWithoutAFailureIfItIsInterruptedWhileItSends() {
        refuse = 1;
        // Kafka's own interrupts the thread as soon as it is made.
        refusal = new InterruptException("interrupted");
        assertThat(Thread.interrupted()).isTrue();

        assertThatCode(collector::run).doesNotThrowAnyException();
        assertThat(batches).containsExactly(5_000);
        assertThat(news).noneMatch(line -> line.contains("failed"));
    }

    /** What is lost of it cannot be known: all of it is sent again, and counts once. */
    @Test
    void aLookThatFailsInTheMiddleIsSentAgainAsAWhole() throws InterruptedException {
        refuse = 2;
        var failed = collector.look();
        assertThat(collector.hasFailed()).isTrue();
        assertThat(news).anyMatch(line -> line.contains("the brokers are away"));

        refuse = Integer.MAX_VALUE;
        batches.clear();
        var again = collector.look();
        assertThat(collector.hasFailed()).isFalse();
        assertThat(batches.stream().mapToInt(Integer::intValue).sum()).isEqualTo(EVENTS);
        assertThat(failed).isEqualTo(again);
    }
}
