package io.fairway.readers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.readers.TraceSummary.SkippedJob;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import io.fairway.readers.line.TraceOptions.ClusterBy;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class SwfTraceTest {
    private static final TraceOptions SWF = TraceOptions.ofCluster("swf");
    private static final long START = 1_000_000_000L;

    @Test
    void aJobIsSubmittedStartsAfterItsWaitAndEndsAfterItsRunTime() throws IOException {
        List<JobEvent> events = eventsOf("1", oddities(SWF));

        assertThat(events)
                .containsExactly(
                        told(JobEventType.SUBMITTED, 10, 0)
                                .setAccount("3")
                                .setUser("7")
                                .setAttributes(JobAttributes.newBuilder()
                                        .setGroup("3")
                                        .setQueue("2")
                                        .setPartition("17")
                                        .setRequestedTres(Map.of("cpu", 8.0))
                                        .setTimeLimitSeconds(3600L)
                                        .build())
                                .build(),
                        told(JobEventType.STARTED, 15, 1)
                                .setRun(at(15))
                                .setAccount("3")
                                .setUser("7")
                                .setAllocatedTres(Map.of("cpu", 4.0))
                                .build(),
                        // 12.5 s per processor, 4 processors.
                        told(JobEventType.FINISHED, 115, 2)
                                .setRun(at(15))
                                .setCpuSeconds(50.0)
                                .setExitStatus("completed")
                                .build());
    }

    @Test
    void anUnknownWaitCountsAsZero() throws IOException {
        List<JobEvent> events = eventsOf("2", oddities(SWF));

        assertThat(events).extracting(JobEvent::getTime).containsExactly(at(20), at(20), at(80));
        assertThat(events).extracting(JobEvent::getSequence).containsExactly(0L, 1L, 2L);
    }

    @Test
    void unknownValuesAreLeftOut() throws IOException {
        List<JobEvent> events = eventsOf("2", oddities(SWF));

        JobAttributes attributes = events.get(0).getAttributes();
        assertThat(attributes.getQueue()).isNull();
        assertThat(attributes.getPartition()).isNull();
        assertThat(attributes.getTimeLimitSeconds()).isNull();
        assertThat(attributes.getRequestedTres()).isEqualTo(Map.of("cpu", 2.0));
        assertThat(events.get(2).getCpuSeconds()).isNull();
        assertThat(events.get(2).getExitStatus()).isNull();
    }

    @Test
    void requestedProcessorsReplaceUnknownAllocatedOnes() throws IOException {
        List<JobEvent> events = eventsOf("3", oddities(SWF));

        assertThat(events.get(1).getAllocatedTres()).isEqualTo(Map.of("cpu", 16.0));
        assertThat(events.get(2).getCpuSeconds()).isZero();
    }

    @Test
    void unknownGroupsAndUsersKeepTheNumberOfTheTrace() throws IOException {
        assertThat(eventsOf("3", oddities(SWF)).get(0).getAccount()).isEqualTo("-1");
        assertThat(eventsOf("8", oddities(SWF)).get(0).getUser()).isEqualTo("-1");
    }

    @Test
    void statusIsTheExitStatus() throws IOException {
        assertThat(eventsOf("8", oddities(SWF)).get(2).getExitStatus()).isEqualTo("failed");
        assertThat(eventsOf("9", oddities(SWF)).get(2).getExitStatus()).isEqualTo("cancelled");
    }

    @Test
    void partitionsBecomeClusters() throws IOException {
        TraceOptions byPartition = new TraceOptions("swf", ClusterBy.PARTITION);

        JobEvent placed = eventsOf("1", oddities(byPartition)).get(0);
        JobEvent unplaced = eventsOf("2", oddities(byPartition)).get(0);

        assertThat(placed.getDomain()).isEqualTo("p17");
        assertThat(placed.getCluster()).isEqualTo("p17");
        assertThat(placed.getTree()).as("null names the cluster's own tree").isNull();
        assertThat(unplaced.getDomain()).isEqualTo("swf");
    }

    @Test
    void jobsThatChargeNothingAreSkippedAndCounted() throws IOException {
        TraceSummary summary = read(oddities(SWF));

        assertThat(summary.jobs()).isEqualTo(6);
        assertThat(summary.skipped())
                .isEqualTo(Map.of(
                        SkipReason.NO_RUN_TIME, 2L, SkipReason.NO_PROCESSORS, 1L, SkipReason.PARTIAL_EXECUTION, 2L));
        assertThat(summary.skippedJobs()).isEqualTo(5);
        assertThat(summary.firstSkipped())
                .contains(new SkippedJob(16, "4", SkipReason.NO_RUN_TIME))
                .contains(new SkippedJob(18, "6", SkipReason.NO_PROCESSORS));
        assertThat(summary.firstSkipped().get(0)).hasToString("line 16: job 4 skipped: run time must be above 0");
    }

    @Test
    void badLinesAreReportedWithFileLineFieldAndValue() throws IOException {
        TraceSummary summary = read(oddities(SWF));

        assertThat(summary.badLines()).isEqualTo(6);
        assertThat(summary.firstBadLines())
                .extracting(Object::toString)
                .containsExactly(
                        "oddities.swf, line 24: line \"10     90     0     10    1    -1     -1    1     -1   -1  1...\":"
                                + " must have 18 fields or more, but has 17",
                        "oddities.swf, line 25: submit time (field 2) \"9,5\":"
                                + " must be a number, at most 1000000000000 either way",
                        "oddities.swf, line 26: average CPU time (field 6) \"NaN\": must be seconds, 0 or more, or"
                                + " -1 if unknown",
                        "oddities.swf, line 27: run time (field 4) \"99999999999999999999\":"
                                + " must be a number, at most 1000000000000 either way",
                        "oddities.swf, line 28: submit time (field 2) \"-1000000001\":"
                                + " must not lie before 1970, but is 1969-12-31T23:59:59Z, counted from"
                                + " UnixStartTime",
                        "oddities.swf, line 29: UnixStartTime \"5\": must come before the first job");
    }

    @Test
    void anUnreadFieldMayContainAnything() throws IOException {
        assertThat(eventsOf("15", oddities(SWF))).as("used memory of 12.5").hasSize(3);
    }

    @Test
    void theHeaderKeepsItsFieldsAndTheirLines() throws IOException {
        TraceSummary summary = read(oddities(SWF));

        assertThat(summary.header().keySet())
                .containsExactly("Version", "Computer", "Installation", "UnixStartTime", "Note", "Queue");
        assertThat(summary.headerText("Note"))
                .isEqualTo("the first line of a note the second line of it: still the note");
        assertThat(summary.headerText("Installation")).isEqualTo("Besançon");
        assertThat(summary.header().get("Queue")).containsExactly("1 short", "2 long");
        assertThat(summary.headerText("MaxProcs")).isEmpty();
        assertThat(summary.warnings()).isEmpty();
    }

    @Test
    void aTraceWithoutStartTimeCountsFrom1970WithAWarning() throws IOException {
        String job = "1 0 0 10 1 -1 -1 1 -1 -1 1 1 1 -1 -1 -1 -1 -1\r\n";
        try (Trace trace = open("bare.swf", job.getBytes(StandardCharsets.UTF_8))) {
            assertThat(trace.jobs())
                    .singleElement()
                    .satisfies(found -> assertThat(found.time(2)).isEqualTo(10_000));
            assertThat(trace.summary().warnings()).singleElement().asString().contains("no UnixStartTime");
        }
    }

    @Test
    void gzipIsDetectedByItsBytes() throws IOException {
        byte[] plain = oddityBytes();
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(plain);
        }

        List<JobEvent> fromPlain;
        List<JobEvent> fromZipped;
        try (Trace a = open("a.swf.gz", plain);
                Trace b = open("b.swf", zipped.toByteArray())) {
            fromPlain = a.events().toList();
            fromZipped = b.events().toList();
        }

        assertThat(fromZipped).hasSize(18).isEqualTo(fromPlain);
    }

    @Test
    void aTruncatedFileFailsWithItsNameAndLine() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(oddityBytes());
        }
        byte[] cut = Arrays.copyOf(zipped.toByteArray(), zipped.size() / 2);

        try (Trace trace = open("cut.swf.gz", cut)) {
            assertThatThrownBy(() -> trace.jobs().toList())
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("cut.swf.gz, after line ");
        }
    }

    /** Two logs packed one by one and joined. In the header of the second, a bit is wrong. */
    @Test
    void halfOfALogIsNoLog() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        for (int i = 0; i < 2; i++) {
            try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
                gzip.write(oddityBytes());
            }
        }
        byte[] whole = zipped.toByteArray();
        byte[] damaged = whole.clone();
        damaged[whole.length / 2] ^= 4;

        try (Trace good = open("two.swf.gz", whole);
                Trace trace = open("two.swf.gz", damaged)) {
            assertThat(good.summary().jobs()).isZero();
            assertThat(good.jobs().count()).isPositive();
            assertThatThrownBy(() -> trace.jobs().toList())
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("two.swf.gz, after line ")
                    .hasMessageContaining("byte " + whole.length / 2 + ": ");
        }
    }

    @Test
    void anEmptyFileIsATraceWithoutJobs() throws IOException {
        try (Trace trace = open("empty.swf", new byte[0])) {
            assertThat(trace.events()).isEmpty();
            assertThat(trace.summary().jobs()).isZero();
        }
    }

    @Test
    void jobsAreReadOnDemand() throws IOException {
        try (Trace trace = oddities(SWF)) {
            assertThat(trace.jobs().findFirst()).isPresent();
            assertThat(trace.summary().lines()).isEqualTo(13);
            assertThatThrownBy(trace::jobs).isInstanceOf(IllegalStateException.class);
        }
    }

    private static TraceSummary read(Trace trace) throws IOException {
        try (trace) {
            assertThat(trace.jobs().count()).isEqualTo(trace.summary().jobs());
            return trace.summary();
        }
    }

    private static List<JobEvent> eventsOf(String job, Trace trace) throws IOException {
        try (trace) {
            return trace.events().filter(event -> event.getJob().equals(job)).toList();
        }
    }

    private static Trace oddities(TraceOptions options) throws IOException {
        return TraceFormat.SWF.reader().open("oddities.swf", new ByteArrayInputStream(oddityBytes()), options);
    }

    private static byte[] oddityBytes() throws IOException {
        try (InputStream in = SwfTraceTest.class.getResourceAsStream("/traces/oddities.swf")) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }

    private static Trace open(String name, byte[] bytes) throws IOException {
        return TraceFormat.SWF.reader().open(name, new ByteArrayInputStream(bytes), SWF);
    }

    private static JobEvent.Builder told(JobEventType type, long seconds, long sequence) {
        return JobEvent.newBuilder()
                .setDomain("swf")
                .setCluster("swf")
                .setJob("1")
                .setType(type)
                .setTime(at(seconds))
                .setSequence(sequence)
                .setSource("swf");
    }

    private static Instant at(long seconds) {
        return Instant.ofEpochSecond(START + seconds);
    }
}
