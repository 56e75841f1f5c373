package io.fairway.system.gridengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.readers.gridengine.GridEngineParser;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceJob;
import io.fairway.readers.line.TraceOptions;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Fresh jobs of a real Grid Engine: each record of its accounting file against {@code qacct -j}, which prints them in the order of
 * the file, and slots times seconds of each user and project. {@code RecordedGridEngineTest} of the readers does the same with a
 * recorded file.
 */
@Timeout(value = 40, unit = TimeUnit.MINUTES)
@Tag("slow")
class GridEngineIT {
    private static final Map<String, String> SCRIPTS = Map.of(
            // A task of its own on each slot.
            "tight.sh", "for i in 1 2 3; do qrsh -inherit head sleep 3 & done; wait; sleep 1",
            "again.sh", "sleep 2; test -e /tmp/again && exit 0; touch /tmp/again; exit 99",
            "three.sh", "sleep 2; exit 3");

    @Test
    void everyRecordOfFreshJobsIsThatOfQacct() {
        try (GridEngineCluster cluster = GridEngineCluster.start()) {
            SCRIPTS.forEach((name, lines) -> cluster.run(
                            "sh", "-c", "printf '%s\\n' '#!/bin/sh' '" + lines + "' > /tmp/" + name)
                    .orFail());
            runJobs(cluster);
            endOrMoveJobs(cluster);
            crash(cluster);

            List<QacctRecord> records =
                    QacctRecord.of(cluster.run("qacct", "-j", "*").orFail());
            List<String> lines = cluster.accounting()
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
            System.out.println("Grid Engine wrote " + lines.size() + " records, failed "
                    + records.stream()
                            .map(QacctRecord::failed)
                            .collect(Collectors.groupingBy(f -> f, Collectors.counting())));
            assertThat(lines).hasSameSizeAs(records);
            compare(records, lines);
        }
    }

    private static void runJobs(GridEngineCluster cluster) {
        cluster.submit("anna", "-P", "physics", "-b", "y", "-l", "h_rt=60", "sleep", "3");
        cluster.submit("anna", "-b", "y", "sleep", "3");
        cluster.submit("dan", "-b", "y", "sleep", "2");
        cluster.submit("bob", "-P", "physics", "-b", "y", "-t", "1-5:2", "sleep", "2");
        cluster.submit("cleo", "-P", "biology", "-b", "y", "-pe", "smp", "3", "sleep", "3");
        cluster.submit("cleo", "-P", "biology", "-pe", "mpi", "3", "/tmp/tight.sh");
        cluster.submit("anna", "-P", "physics", "-b", "y", "-l", "arch=lx-amd64|a:b", "sleep", "3");
        cluster.submit(
                "bob", "-P", "physics", "-b", "y", "-pe", "smp", "2", "-l", "arch=lx-amd64|NONE:1", "sleep", "3");
        cluster.submit("anna", "-P", "physics", "-b", "y", "-soft", "-l", "h_rt=1", "sleep", "4");
        cluster.submit("anna", "-P", "physics", "-b", "y", "-l", "h_rt=3", "sleep", "60");
        cluster.submit("bob", "-P", "physics", "-r", "y", "/tmp/again.sh");
        cluster.submit("bob", "-P", "physics", "/tmp/three.sh");
        cluster.submit("bob", "-P", "physics", "-b", "y", "-o", "/nonexistent/file", "sleep", "2");
        cluster.submit("cleo", "-P", "biology", "-b", "y", "true");
        cluster.awaitEnd();
    }

    private static void endOrMoveJobs(GridEngineCluster cluster) {
        String deleted = cluster.submit("anna", "-P", "physics", "-b", "y", "-pe", "smp", "2", "sleep", "60");
        String moved = cluster.submit("bob", "-P", "physics", "-b", "y", "-r", "y", "sleep", "15");
        cluster.awaitRunning(deleted);
        cluster.awaitRunning(moved);
        cluster.runAs("anna", "qdel", deleted);
        cluster.run("qmod", "-rj", moved).orFail();
        cluster.awaitEnd();
    }

    private static void crash(GridEngineCluster cluster) {
        String lost = cluster.submit("cleo", "-P", "biology", "-b", "y", "-r", "n", "-pe", "smp", "2", "sleep", "300");
        cluster.awaitRunning(lost);
        cluster.crash();
        cluster.awaitEnd();
    }

    private static void compare(List<QacctRecord> records, List<String> lines) {
        GridEngineParser parser = new GridEngineParser(TraceOptions.ofCluster("alps"));
        Map<String, Double> expected = new TreeMap<>();
        Map<String, Double> slotSeconds = new TreeMap<>();
        Map<SkipReason, Integer> skipped = new EnumMap<>(SkipReason.class);
        for (int i = 0; i < lines.size(); i++) {
            QacctRecord record = records.get(i);
            ParsedLine line = parser.parse(lines.get(i));
            boolean slave = lines.get(i).split(":", -1)[41].matches("\\d+\\.head");
            if (!slave && record.hasTimes() && record.end().isAfter(record.start())) {
                add(
                        expected,
                        record.get("owner"),
                        record.account(),
                        record.slots(),
                        Duration.between(record.start(), record.end()));
                TraceJob job = ((ParsedLine.Job) line).job();
                assertThat(job.job()).isEqualTo(record.job());
                JobEvent started = job.event(1);
                JobEvent ended = job.event(2);
                assertThat(started.getTime()).as(record.job()).isEqualTo(record.start());
                assertThat(ended.getTime()).as(record.job()).isEqualTo(record.end());
                add(
                        slotSeconds,
                        started.getUser(),
                        started.getAccount(),
                        started.getAllocatedTres().getOrDefault("cpu", 0.0),
                        Duration.between(started.getTime(), ended.getTime()));
            } else {
                assertThat(line).as(record.job()).isInstanceOf(ParsedLine.Skipped.class);
                SkipReason reason = ((ParsedLine.Skipped) line).reason();
                assertThat(reason).as(lines.get(i)).isEqualTo(slave ? SkipReason.PARTIAL_EXECUTION : reasonFor(record));
                skipped.merge(reason, 1, Integer::sum);
            }
        }
        System.out.println("slots x seconds " + slotSeconds + ", skipped " + skipped);
        assertThat(slotSeconds)
                .isEqualTo(expected)
                .containsOnlyKeys("anna/phys", "anna/physics", "bob/physics", "cleo/biology", "dan/guests");
        // The crash, and the job that was moved; the three tasks of the tight job; the one without an output file.
        assertThat(skipped)
                .containsEntry(SkipReason.RAN_WITHOUT_TIMES, 2)
                .containsEntry(SkipReason.PARTIAL_EXECUTION, 3)
                .containsEntry(SkipReason.NEVER_STARTED, 1)
                .containsKey(SkipReason.NO_RUN_TIME);
    }

    /** By sge_status(5): 19 is a crash, 25 a job that is moved. */
    private static SkipReason reasonFor(QacctRecord record) {
        if (record.hasTimes()) {
            return SkipReason.NO_RUN_TIME;
        }
        return List.of("19", "25").contains(record.failed()) ? SkipReason.RAN_WITHOUT_TIMES : SkipReason.NEVER_STARTED;
    }

    private static void add(Map<String, Double> sums, String user, String account, double slots, Duration run) {
        sums.merge(user + "/" + account, slots * run.toMillis() / 1000.0, Double::sum);
    }
}
