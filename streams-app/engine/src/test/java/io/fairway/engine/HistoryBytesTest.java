package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The table "What history costs" of docs/state.md: bytes of keys and values, before RocksDB compresses them. */
class HistoryBytesTest {
    private static final Path PAGE = Path.of("../../docs/state.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)`, ([a-z ]+) \\| (\\d+) \\|");
    private static final long DAY = Duration.ofDays(1).toMillis();

    private static Map<String, Integer> said() throws IOException {
        Map<String, Integer> said = new TreeMap<>();
        ROW.matcher(Files.readString(PAGE))
                .results()
                .forEach((MatchResult row) ->
                        said.put(row.group(1) + ", " + row.group(2), Integer.valueOf(row.group(3))));
        return said;
    }

    @Test
    void thePageSaysWhatARowTakes() throws IOException {
        Map<String, Integer> found = new TreeMap<>();
        try (PipelineDriver pipeline = PipelineDriver.withChangelogs()) {
            pipeline.policy(0);
            pipeline.share("physics", "anna", 10);
            pipeline.advance(1_000);
            job(pipeline, "4711001", T0 + 2_000);
            pipeline.jump(T0 + DAY);
            found.put("jobs-settled, a job that ended", bytes(pipeline, "jobs-settled"));

            // Its hour and its day leave the line when a later one begins.
            pipeline.share("physics", "anna", 20);
            job(pipeline, "4711002", T0 + 2 * DAY);
            pipeline.jump(T0 + 3 * DAY);
            found.put("usage-hours, an hour of a user", bytes(pipeline, "usage-hours"));
            found.put("usage-days, a day of a user", bytes(pipeline, "usage-days"));
            found.put("share-changes, a change of shares", bytes(pipeline, "share-changes"));

            pipeline.drain("pipeline-jobs-settled-changelog");
            pipeline.jump(T0 + 40 * DAY);
            pipeline.submit("4711003", "physics", "anna", T0 + 40 * DAY); // what was appended last moves the horizon
            pipeline.advance(1_000);
            found.put("jobs-settled, a job that is forgotten", bytes(pipeline, "jobs-settled"));
        }

        assertThat(said()).isEqualTo(found);
        long jobs = 10_000;
        long rows = 1_000 * 2 * 2;
        assertThat(Files.readString(PAGE))
                .contains(String.format(
                        Locale.ROOT,
                        "- %.0f MB of ended jobs, and %.0f MB of forgotten ones%n- %.0f MB of hours, and %.0f MB of days of 800 days%n",
                        megabytes(jobs * 14, found.get("jobs-settled, a job that ended")),
                        megabytes(jobs * 70, found.get("jobs-settled, a job that is forgotten")),
                        megabytes(rows * 8 * 35, found.get("usage-hours, an hour of a user")),
                        megabytes(rows * 800 * 250 / 365, found.get("usage-days, a day of a user"))));
    }

    private static double megabytes(long count, @Nullable Integer bytes) {
        return count * (double) Objects.requireNonNull(bytes) / 1e6;
    }

    /** Requests and tells what a batch job of Slurm does. */
    private static void job(PipelineDriver pipeline, String id, long at) {
        pipeline.jump(at);
        pipeline.job(pipeline.event(id, JobEventType.SUBMITTED, at)
                .setAccount("physics")
                .setUser("anna")
                .setAttributes(JobAttributes.newBuilder()
                        .setName("relax-07")
                        .setPartition("compute")
                        .setQos("normal")
                        .setTimeLimitSeconds(86_400L)
                        .setRequestedTres(Map.of("cpu", 128.0, "mem", 256_000.0, "node", 1.0))
                        .build()));
        pipeline.jump(at + 60_000);
        pipeline.job(pipeline.event(id, JobEventType.STARTED, at + 60_000)
                .setAllocatedTres(Map.of("cpu", 128.0, "mem", 256_000.0, "node", 1.0))
                .setAttributes(JobAttributes.newBuilder()
                        .setExecutionHosts(List.of("nid001234"))
                        .build()));
        pipeline.jump(at + 3_600_000);
        pipeline.job(pipeline.event(id, JobEventType.FINISHED, at + 3_600_000)
                .setRun(Instant.ofEpochMilli(at + 60_000))
                .setCpuSeconds(400_000.0)
                .setExitStatus("0:0"));
        pipeline.advance(1_000);
    }

    /** Key and value of the last record with a value. */
    private static int bytes(PipelineDriver pipeline, String store) {
        return pipeline.drain("pipeline-" + store + "-changelog").stream()
                .filter(record -> record.value() != null && record.value().length > 0)
                .map(record -> Objects.requireNonNull(record.key()).length + record.value().length)
                .reduce((earlier, later) -> later)
                .orElse(0);
    }
}
