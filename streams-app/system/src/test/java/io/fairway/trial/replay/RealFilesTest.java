package io.fairway.trial.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.ClockTick;
import io.fairway.avro.JobEvent;
import io.fairway.avro.UsageRecord;
import io.fairway.engine.PipelineDriver;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.registry.PolicyFamilies;
import io.fairway.readers.ReplayOrder;
import io.fairway.readers.Trace;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.TraceSummary;
import io.fairway.readers.line.TraceOptions;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real accounting logs and traces through the readers and the topology: their formats are found, every record counts or is
 * told, and the usage at the end of the last job is the closed integral of {@link LoggedRuns}. All events twice, in a random
 * order, give the same lines.
 *
 * <p>{@code -Dreal.files=FOLDER} reads the files there instead: sacct in Open XDMoD's fields, SWF, and the short ones that
 * {@link LoggedRuns} knows by name. It prints a row for each.
 */
@Tag("whole")
@Order(1)
class RealFilesTest {
    private static final Path READERS = Path.of("..", "..", "connectors", "readers", "src");
    private static final Path NASA = READERS.resolve("main/resources/traces/NASA-iPSC-1993-3.1-cln.swf.gz");
    private static final Duration HALF_LIFE = Duration.ofDays(7);

    static Stream<Path> files() throws IOException {
        String folder = System.getProperty("real.files", "");
        List<Path> folders = folder.isEmpty()
                ? List.of(READERS.resolve("test/resources/logs"), READERS.resolve("test/resources/traces"))
                : List.of(Path.of(folder));
        List<Path> found = new ArrayList<>();
        for (Path each : folders) {
            try (Stream<Path> files = Files.list(each)) {
                files.filter(file -> file.getFileName()
                                .toString()
                                .matches("unit_.*\\.log|phillips\\.log(\\.gz)?|.*\\.swf\\.gz"))
                        .sorted()
                        .forEach(found::add);
            }
        }
        assertThat(found).isNotEmpty();
        return found.stream();
    }

    /** Of the bundled trace's 18,066 jobs; the others are in the slow tier. */
    @Test
    void soItIsOfTheFirstJobsOfTheBundledTrace(@TempDir Path directory) throws IOException {
        usageIsTheClosedIntegralInAnyOrder(nasa(4_000, directory.resolve("NASA-first-4000.swf.gz")));
    }

    /** Writes the first lines of the bundled trace to a file. */
    static Path nasa(int lines, Path file) throws IOException {
        try (BufferedReader whole = new BufferedReader(new InputStreamReader(
                        new GZIPInputStream(Files.newInputStream(NASA)), StandardCharsets.ISO_8859_1));
                Writer some = new OutputStreamWriter(
                        new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.ISO_8859_1)) {
            for (String line : whole.lines().limit(lines).toList()) {
                some.write(line + "\n");
            }
        }
        return file;
    }

    @Test
    @Tag("slow")
    void soItIsOfTheBundledTrace() throws IOException {
        usageIsTheClosedIntegralInAnyOrder(NASA);
    }

    @ParameterizedTest
    @MethodSource("files")
    void usageIsTheClosedIntegralInAnyOrder(Path file) throws IOException {
        LoggedRuns logged = LoggedRuns.of(file);
        String name = String.valueOf(file.getFileName());
        ReplayOrder events;
        TraceSummary summary;
        TraceFormat format;
        try (Trace trace = TraceFormat.open(null, name, Files.newInputStream(file), options())) {
            events = ReplayOrder.of(trace.jobs());
            summary = trace.summary();
            format = trace.format();
        }

        assertThat(name).contains(word(format));
        assertThat(summary.jobs()).isEqualTo(logged.jobs());
        assertThat(summary.skippedJobs()).as(summary.skipped().toString()).isEqualTo(logged.skipped());
        assertThat(summary.badLines()).isEqualTo(logged.unreadable());

        String digest = "-";
        double largest = 0;
        if (summary.jobs() > 0) {
            Instant at = Instant.ofEpochMilli(Math.round(logged.lastEnd() * 1000));
            assertThat(events.get(events.size() - 1).getTime()).isEqualTo(at);
            SortedMap<String, UsageRecord> lines = lines(events, Feed.of(events.size(), OptionalLong.empty(), 0), at);
            largest = largestDifference(lines, logged.usage(HALF_LIFE.toSeconds() / Math.log(2), logged.lastEnd()));
            digest = digest(lines, at);
            assertThat(digest(lines(events, Feed.of(events.size(), OptionalLong.of(1), 100), at), at))
                    .as("all events twice, in a random order")
                    .isEqualTo(digest);
        }
        System.out.printf(
                Locale.ROOT,
                "%-48s %-8s %7d lines, %6d jobs, %12.0f processor-seconds, skipped %s, unreadable %d, largest difference"
                        + " %.1e, digest %.12s%n",
                name,
                format.id(),
                summary.lines(),
                summary.jobs(),
                logged.processorSeconds(),
                summary.skipped(),
                summary.badLines(),
                largest,
                digest);
    }

    /** The format that the name of a file gives away. */
    private static String word(TraceFormat format) {
        return switch (format) {
            case SWF -> ".swf";
            case LSB_ACCT -> "_lsf_";
            case PBS -> "_pbs_";
            case SGE -> "ge_";
            default -> "l";
        };
    }

    /** The largest difference in a line, relative to what is expected, which must be all lines that there are. */
    private static double largestDifference(SortedMap<String, UsageRecord> lines, Map<String, Double> expected) {
        Map<String, Double> usage = new HashMap<>();
        lines.values().forEach(line -> usage.put(line.getAccount() + "|" + line.getUser(), line.getValue()));
        assertThat(usage).containsOnlyKeys(expected.keySet());
        double largest = 0;
        for (Map.Entry<String, Double> line : expected.entrySet()) {
            double worth = line.getValue();
            double difference = Math.abs(Objects.requireNonNull(usage.get(line.getKey())) - worth);
            assertThat(difference)
                    .as("%s: %s, expected %s", line.getKey(), usage.get(line.getKey()), worth)
                    // Fairway lets go of usage that has decayed to less than a billionth of a processor-second.
                    .isLessThanOrEqualTo(1e-9 * worth + 1e-9);
            largest = Math.max(largest, worth < 1 ? difference : difference / worth);
        }
        return largest;
    }

    private static TraceOptions options() {
        return TraceOptions.ofCluster(PipelineDriver.DOMAIN);
    }

    private static SortedMap<String, UsageRecord> lines(List<JobEvent> events, int[] order, Instant at) {
        try (PipelineDriver pipeline = PipelineDriver.replay()) {
            pipeline.policy(HALF_LIFE.toMillis());
            for (int index : order) {
                JobEvent event = events.get(index);
                pipeline.send(Topic.JOB_EVENTS, Keys.job(event.getDomain(), event.getCluster(), event.getJob()), event);
            }
            pipeline.send(
                    Topic.CLOCK, Keys.domain(PipelineDriver.DOMAIN), new ClockTick(PipelineDriver.DOMAIN, at, true));
            TreeMap<String, UsageRecord> lines = new TreeMap<>();
            pipeline.read(Topic.USAGE, UsageRecord.class).forEach(sent -> lines.put(sent.key(), sent.value()));
            assertThat(pipeline.deadLetterReasons()).isEmpty();
            return lines;
        }
    }

    private static String digest(SortedMap<String, UsageRecord> lines, Instant at) {
        Map<String, MeasureDefinition> measures = new HashMap<>();
        PolicyFamilies.of(
                        PipelineDriver.policyOf("main", 0, HALF_LIFE.toMillis()).build())
                .measures()
                .forEach(measureDefinition -> measures.put(measureDefinition.name(), measureDefinition));
        return LineDigest.of(lines, measures, at.toEpochMilli());
    }
}
