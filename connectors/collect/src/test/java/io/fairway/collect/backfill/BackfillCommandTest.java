package io.fairway.collect.backfill;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The command without a broker; {@code BackfillIT} has one. */
class BackfillCommandTest {
    private static final String HEADER = "JobID|JobIDRaw|User|Account|Cluster|State|Submit|Start|End|AllocTRES";

    private static final List<String> ROWS = List.of(
            "1|1|anna|physics|alps|COMPLETED|2026-01-01T00:00:00|2026-01-01T01:00:00|2026-01-01T02:00:00|cpu=4",
            "2|2|anna|physics|alps|COMPLETED|2026-01-01T00:00:00|2026-01-01T03:00:00|2026-01-01T05:00:00|cpu=4",
            "3|3|ben|physics|jura|TIMEOUT|2026-01-01T00:00:00|2026-01-01T01:00:00|2026-01-01T04:00:00|cpu=4",
            "4|4|ben|physics|jura|CANCELLED by 5|2026-01-01T00:00:00|None|2026-01-01T04:00:00|",
            "5|5|ben|physics|jura|RUNNING|2026-01-01T00:00:00|2026-01-01T01:00:00|Unknown|cpu=4");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void aDryRunSaysWhatWouldBeSentAndWhatNot() throws IOException {
        Path log = write(ROWS);

        assertThat(backfill(log.toString(), "--dry-run")).as(err.toString()).isZero();

        assertThat(out.toString().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .contains(
                        "file format lines jobs events skipped unreadable",
                        "sacct.log sacct 6 3 9 2 0",
                        "sacct.log: 1 skipped: it never started",
                        "sacct.log: 1 skipped: it had not ended yet",
                        "3 jobs of 2 associations in 2 domains (alps, jura), 2026-01-01T00:00:00Z to"
                                + " 2026-01-01T05:00:00Z");
    }

    /** Of two files: the job of the first one waits again, and ends in the second. */
    @Test
    void aJobThatIsCancelledAfterARequeueEnds() throws IOException {
        Path first = Files.writeString(
                directory.resolve("first.log"), HEADER + "\n" + ROWS.get(0).replace("COMPLETED", "REQUEUED") + "\n");
        Path second = write(
                List.of("1|1|anna|physics|alps|NODE_FAIL|2026-01-01T02:00:00|None|2026-01-01T03:00:00|", ROWS.get(3)));

        assertThat(backfill(first.toString(), second.toString(), "--dry-run"))
                .as(err.toString())
                .isZero();

        assertThat(out.toString().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .contains("first.log sacct 2 1 3 0 0", "sacct.log sacct 3 1 2 1 0")
                .contains("2 jobs of 1 association in 1 domain (alps), 2026-01-01T00:00:00Z to 2026-01-01T03:00:00Z");
    }

    /** 100 jobs in each of two compressed parts; a bit of the header of the second is wrong. */
    @Test
    void halfOfACompressedLogIsNotSent() throws IOException {
        byte[] part = zip(HEADER + "\n" + (ROWS.get(0) + "\n").repeat(100));
        Path log = directory.resolve("sacct.log.gz");
        Files.write(log, part);
        Files.write(log, part, StandardOpenOption.APPEND);
        assertThat(backfill(log.toString(), "--dry-run")).as(err.toString()).isZero();
        part[0] ^= 1;
        Files.write(log, zip(HEADER + "\n" + (ROWS.get(0) + "\n").repeat(100)));
        Files.write(log, part, StandardOpenOption.APPEND);

        assertThat(backfill(log.toString(), "--dry-run")).isNotZero();

        assertThat(err.toString()).contains("sacct.log.gz").contains("byte " + part.length + ": ");
    }

    private static byte[] zip(String text) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(text.getBytes(UTF_8));
        }
        return zipped.toByteArray();
    }

    @Test
    void jobsWithoutAnAccountHaveTheDefaultOne() throws IOException {
        Path log = write(List.of(ROWS.get(0).replace("physics", ""), ROWS.get(1).replace("physics", "(null)")));

        assertThat(backfill(log.toString(), "--dry-run")).isEqualTo(3);
        assertThat(out.toString()).contains("account \"\": must not be empty; --default-account");
        assertThat(backfill(log.toString(), "--dry-run", "--default-account", "none"))
                .isZero();
        assertThat(out.toString()).contains("2 jobs of 1 association");
    }

    /** The first ends at two o'clock, the third at four, and began before that. */
    @Test
    void aRunThatEndsAfterTheCutOverIsLeftOut() throws IOException {
        Path log = write(ROWS);

        assertThat(backfill(log.toString(), "--dry-run", "--until", "2026-01-01T02:00:00Z"))
                .isZero();

        assertThat(out.toString())
                .contains("sacct.log: 2 skipped: it ended after the cut-over")
                .contains("1 job of 1 association in 1 domain (alps), 2026-01-01T00:00:00Z to 2026-01-01T02:00:00Z");
    }

    @Test
    void domainClusterAndZoneAreThoseOfTheCommandLine() throws IOException {
        Path log = write(ROWS);

        assertThat(backfill(
                        log.toString(), "--dry-run", "--cluster", "c", "--domain", "d", "--time-zone", "Europe/Berlin"))
                .isZero();

        assertThat(out.toString())
                .contains("in 1 domain (d), 2025-12-31T23:00:00Z to 2026-01-01T04:00:00Z")
                .doesNotContain("--time-zone");
    }

    /** Fields of Grid Engine: a run of 60 s, and one that a crash ended, of which it wrote no times. */
    @Test
    void departmentsAreAccountsAndRunsWithoutTimesHaveTheirReason() throws IOException {
        String record =
                "all.q:n1:phys:anna:x:%d:sge:0:%s:0:0:1:1:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:physics:hep:NONE:1:0:2.5:0:0"
                        + ":-l arch=a|b:c:0.000000:NONE:0.000000:0:0";
        Path log = Files.write(
                directory.resolve("accounting"),
                List.of(
                        record.formatted(7, "1767225600:1767225600:1767225660:0"),
                        record.formatted(8, "1767225600:0:0:19").replace(":anna:", ":ben:")));

        assertThat(backfill(log.toString(), "--dry-run", "--cluster", "alps", "--account-by", "department"))
                .as(err.toString())
                .isZero();

        assertThat(out.toString())
                .contains("accounting: 1 skipped: it ran, but the log has no times of it")
                .contains("1 job of 1 association in 1 domain (alps), 2026-01-01T00:00:00Z to 2026-01-01T00:01:00Z");
    }

    @ParameterizedTest
    @CsvSource({
        "department, 'sacct.log: records of sacct have no department; only those of sge have one'",
        "team, '--account-by \"team\": must be department'"
    })
    void anAccountThatTheRecordsDoNotHaveIsRefused(String account, String message) throws IOException {
        Path log = write(ROWS);

        assertThat(backfill(log.toString(), "--dry-run", "--account-by", account))
                .isEqualTo(2);

        assertThat(err.toString()).contains(message);
    }

    @Test
    void unreadableLinesAreNamedAndMakeAnExitCodeOfTheirOwn() throws IOException {
        Path log = write(List.of(ROWS.get(0), "6|6|anna|physics|alps|COMPLETED|2026-01-01T00:00:00|noon|x|cpu=4"));

        assertThat(backfill(log.toString(), "--dry-run")).isEqualTo(3);

        assertThat(out.toString()).contains("sacct.log, line 3: Start \"noon\": must be a time such as");
    }

    static Stream<Arguments> badLines() {
        byte[] large = new byte[10_000_000];
        Arrays.fill(large, (byte) 'x');
        byte[] binary = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, (byte) 0x80, (byte) 0xff};
        return Stream.of(
                Arguments.of(
                        "half line",
                        ROWS.get(1).substring(0, 31).getBytes(UTF_8),
                        "line \"2|2|anna|physics|alps|COMPLETED\": must have 10 fields"),
                Arguments.of(
                        "wrong time",
                        ROWS.get(1).replace("T03:00:00", "T25:00:00").getBytes(UTF_8),
                        "Start \"2026-01-01T25:00:00\": must be a time such as"),
                Arguments.of("binary", binary, "line \"?ELF????"),
                Arguments.of("10 MB", large, "line \"\": must have at most 8388608 bytes"),
                Arguments.of("UTF-16", ROWS.get(1).getBytes(UTF_16LE), "must be text in UTF-8, but has a byte 0"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badLines")
    void aBadLineIsNamedAndTheOthersAreSent(String kind, byte[] bad, String message) throws IOException {
        Path log = write(List.of(ROWS.get(0)));
        Files.write(log, bad, StandardOpenOption.APPEND);
        Files.writeString(log, "\n" + ROWS.get(2) + "\n", StandardOpenOption.APPEND);

        assertThat(backfill(log.toString(), "--dry-run")).as(err.toString()).isEqualTo(3);

        assertThat(out.toString())
                .contains("sacct.log, line 3: ")
                .contains(message)
                .contains("2 jobs of 2 associations")
                .hasSizeLessThan(2_000);
    }

    @Test
    void latin1AndAByteOrderMarkAreRead() throws IOException {
        Path log = directory.resolve("sacct.log");
        String row = ROWS.get(0).replace("anna", "zo\u00eb");
        Files.write(log, ("\uFEFF" + HEADER + "\r\n").getBytes(UTF_8));
        Files.write(log, (row + "\r\n").getBytes(ISO_8859_1), StandardOpenOption.APPEND);
        Files.write(log, (row.replace("1|1", "2|2") + "\r\n").getBytes(UTF_8), StandardOpenOption.APPEND);

        assertThat(backfill(log.toString(), "--dry-run")).as(err.toString()).isZero();

        assertThat(out.toString())
                .contains("2 jobs of 1 association in 1 domain (alps)")
                .contains("sacct.log: 1 line is not in UTF-8 and read as Latin-1; the first is line 2");
    }

    /** PBS has a file for each day: the first has the phase of 8 processors, and the second the end of the run. */
    @Test
    void aFileMayNeedTheOneBefore() throws IOException {
        String of = "user=anna group=physics ctime=1768035600 start=1768035600 ";
        Path saturday = Files.writeString(
                directory.resolve("20260110"),
                "01/10/2026 10:30:00;u;11.h;" + of + "exec_host=n1/0*4+n2/0*4 end=1768037400\n");
        Path sunday = Files.writeString(
                directory.resolve("20260111"),
                "01/11/2026 01:00:00;E;11.h;" + of + "exec_host=n1/0*4 end=1768089600 resources_used.ncpus=8\n");

        assertThat(backfill(saturday.toString(), sunday.toString(), "--cluster", "alps", "--dry-run"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .contains(
                        "20260110 pbs 1 0 0 1 0",
                        "20260111 pbs 1 1 4 0 0",
                        "20260110: 1 skipped: a phase of a run; it counts with the record of the run's end")
                .noneMatch(line -> line.contains("too low"));

        assertThat(backfill(sunday.toString(), "--cluster", "alps", "--dry-run"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("20260111: the usage of 1 job may be too low (11.h): ");
    }

    @Test
    void aFileInUtf16IsRefused() throws IOException {
        Path log = directory.resolve("sacct.log");
        Files.write(log, (HEADER + "\n" + ROWS.get(0) + "\n").getBytes(UTF_16));

        assertThat(backfill(log.toString(), "--dry-run")).isEqualTo(2);

        assertThat(err.toString())
                .contains("sacct.log: must be text in UTF-8, but its first lines have bytes 0, as UTF-16 has");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            --until yesterday; --until "yesterday": must be an instant
            --time-zone Mars; --time-zone "Mars": must be a zone
            --format cwf; trace format "cwf": must be one of swf, sacct
            --format swf; records of swf do not name their cluster; give it with --cluster
            --patience soon; --patience
            -b nowhere:1; schema.registry.url
            -b nowhere:1 -r http://nowhere -p replicas=3; unknown key replicas
            """)
    void badUsageIsNamed(String options, String message) throws IOException {
        Path log = write(ROWS);

        assertThat(backfill((log + " " + options).split(" "))).isEqualTo(2);

        assertThat(err.toString()).contains(message);
    }

    @Test
    void aFileMustBeThereAndOfAFormat() throws IOException {
        assertThat(backfill(directory.resolve("none.log").toString(), "--dry-run"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("none.log\": must be a file");
        Path diary = Files.writeString(directory.resolve("diary.log"), "Dear diary\n");
        assertThat(backfill(diary.toString(), "--dry-run")).isEqualTo(2);
        assertThat(err.toString()).contains("diary.log: its first lines look like none of the formats");
    }

    @Test
    void filesWithoutAnEndedRunSendNothing() throws IOException {
        Path log = write(List.of(ROWS.get(4)));

        assertThat(backfill(log.toString(), "-b", "nowhere:1", "-r", "http://nowhere:1"))
                .isEqualTo(2);

        assertThat(err.toString()).contains("the files have no run that ended; nothing was sent");
    }

    private Path write(List<String> rows) throws IOException {
        return Files.writeString(directory.resolve("sacct.log"), HEADER + "\n" + String.join("\n", rows) + "\n");
    }

    private int backfill(String... arguments) {
        return new CommandLine(new BackfillCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
