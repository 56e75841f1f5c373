package io.fairway.readers.gridengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fairway.readers.Trace;
import io.fairway.readers.TraceFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in {@code docs/backfill.md} that takes runs without times from Grid Engine's {@code reporting}. */
class RunsWithoutTimesDocTest {
    private static final Path PAGE = Path.of("../../docs/backfill.md");

    @TempDir
    private Path folder;

    /**
     * By eye from the lines delivered and acct: 73 was moved by force, 76, 77 and 78 were on a host that crashed. 57 to 60 and 62
     * came back to their hosts, and the next record has all of their run.
     */
    @Test
    void theRunsOfARecordedFileAreFound() throws Exception {
        List<String> lines = Recorded.lines("reporting.gz");
        // As if the log had rotated between the start of these runs and what the host said of its crash.
        int crash = lines.indexOf(lines.stream()
                .filter(line -> line.startsWith("1795644818:acct:"))
                .findFirst()
                .orElseThrow());
        Files.write(folder.resolve("reporting.1"), lines.subList(0, crash));
        Files.write(folder.resolve("reporting"), lines.subList(crash, lines.size()));

        try (Trace trace = runs()) {
            assertThat(trace.jobs()
                            .map(job -> job.job() + " " + job.time(1) / 1000 + " " + job.time(2) / 1000)
                            .sorted())
                    .containsExactly(
                            "73 1795644654 1795644660",
                            "76 1795644802 1795644818",
                            "77 1795644803 1795644818",
                            "78.1 1795644805 1795644818",
                            "78.2 1795644805 1795644818");
            assertThat(trace.summary().badLines()).isZero();
        }
        try (Trace trace = runs()) {
            assertThat(Recorded.slotSeconds(trace)).isEqualTo(Map.of("anna/physics", 63.0));
        }
    }

    /** Twice moved, then back on the host of its second run, which goes on; and a job of three slots that never ran again. */
    @Test
    void onlyARunThatNoLaterRecordHasIsPrinted() throws Exception {
        Files.write(
                folder.resolve("reporting.1"),
                List.of(
                        delivered(100, 7),
                        acct(160, 7, "0:0:0:25", 1),
                        delivered(170, 7),
                        acct(180, 7, "0:0:0:25", 1),
                        delivered(185, 7),
                        delivered(200, 8)));
        Files.write(
                folder.resolve("reporting"),
                List.of(
                        acct(400, 7, "90:169:399:0", 1),
                        acct(500, 8, "0:0:0:19", 3),
                        acct(510, 9, "0:0:0:19", 1),
                        delivered(520, 10),
                        acct(530, 10, "90:0:0:26", 1)));

        try (Trace trace = runs()) {
            assertThat(trace.jobs()
                            .map(job -> job.job() + " " + job.time(1) + " " + job.time(2))
                            .sorted())
                    .containsExactly("7 100000 160000", "8 200000 500000");
        }
    }

    private static String delivered(int time, int job) {
        return "%d:job_log:%d:delivered:%d:0:NONE:r:master:head:0:1024:90:x:anna:phys:physics:hep:sge:job received by execd"
                .formatted(time, time, job);
    }

    private static String acct(int time, int job, String times, int slots) {
        return ("%d:acct:all.q:n1:phys:anna:x:%d:sge:0:%s:0:0:1:1:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:physics:hep:mpi:%d:0:2.5:0:0"
                        + ":-q all.q:0.000000:NONE:0.000000:0:0")
                .formatted(time, job, times, slots);
    }

    private Trace runs() throws IOException, InterruptedException {
        String program = program();
        Process shell = new ProcessBuilder("sh", "-c", program)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assumeTrue(shell.exitValue() != 127, "awk is not installed");
        assertThat(shell.exitValue()).as(said).isZero();
        return TraceFormat.SGE
                .reader()
                .open("runs", Files.newInputStream(folder.resolve("runs-without-times")), Recorded.OPTIONS);
    }

    private static String program() throws IOException {
        List<String> page = Files.readAllLines(PAGE);
        int from = page.indexOf("    awk '");
        assertThat(from).isPositive();
        int to = from;
        while (!page.get(to).endsWith("> runs-without-times")) {
            to++;
        }
        return page.subList(from, to + 1).stream().collect(Collectors.joining("\n"));
    }
}
