package io.fairway.trial.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.avro.ClockTick;
import io.fairway.avro.JobEvent;
import io.fairway.avro.UsageRecord;
import io.fairway.engine.PipelineDriver;
import io.fairway.readers.Trace;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.TraceOptions;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The phases of a run of PBS, from the log to the ledger. */
class PbsPhasesOnTheStreamTest {
    private static final Path LOG =
            Path.of("..", "..", "connectors", "readers", "src", "test", "resources", "pbs", "phases.log");
    private static final Duration HALF_LIFE = Duration.ofDays(7);

    /** 8 processors from 9:00 to 9:30, and 4 to 10:00, which is when it is asked. */
    @Test
    void eachPhaseIsChargedInAnyOrderAndBesideARecordThatKnowsTheLastOneAlone() throws IOException {
        String log = Files.readString(LOG);
        List<JobEvent> events = events(log);
        List<JobEvent> mixed = new ArrayList<>(events.reversed());
        mixed.addAll(events(log.substring(log.indexOf('\n', log.indexOf(";c;")) + 1)));
        mixed.addAll(events);

        double mean = HALF_LIFE.toSeconds() / Math.log(2);
        double expected =
                8 * mean * (Math.exp(-1800 / mean) - Math.exp(-3600 / mean)) + 4 * mean * (1 - Math.exp(-1800 / mean));
        assertThat(expected).as("21,600 without decay").isCloseTo(21_600, within(60.0));
        assertThat(usage(events)).isCloseTo(expected, within(1e-3));
        assertThat(usage(mixed)).isEqualTo(usage(events));
    }

    private static List<JobEvent> events(String log) throws IOException {
        try (Trace trace = TraceFormat.PBS
                .reader()
                .open(
                        "phases.log",
                        new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)),
                        TraceOptions.ofCluster(PipelineDriver.DOMAIN))) {
            return trace.events().toList();
        }
    }

    private static double usage(List<JobEvent> events) {
        try (PipelineDriver pipeline = PipelineDriver.replay()) {
            pipeline.policy(HALF_LIFE.toMillis());
            for (JobEvent event : events) {
                pipeline.send(Topic.JOB_EVENTS, Keys.job(event.getDomain(), event.getCluster(), event.getJob()), event);
            }
            pipeline.send(
                    Topic.CLOCK,
                    Keys.domain(PipelineDriver.DOMAIN),
                    new ClockTick(PipelineDriver.DOMAIN, Instant.parse("2026-01-10T10:00:00Z"), true));
            List<UsageRecord> lines = pipeline.read(Topic.USAGE, UsageRecord.class).stream()
                    .map(sent -> sent.value())
                    .toList();
            assertThat(pipeline.deadLetterReasons()).isEmpty();
            assertThat(lines).isNotEmpty();
            return lines.getLast().getValue();
        }
    }
}
