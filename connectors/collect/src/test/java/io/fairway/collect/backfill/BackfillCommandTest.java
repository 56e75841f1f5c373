package io.fairway.collect.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    /** The first ends at two o'clock, the third at four, and began before that. */
    @Test
    void aRunThatEndsAfterTheCutOverIsLeftOut() throws IOException {
        Path log = write(ROWS);

        assertThat(backfill(log.toString(), "--dry-run", "--until", "2026-01-01T02:00:00Z"))
                .isZero();

        assertThat(out.toString())
                .contains("sacct.log: 2 skipped: it ended after the cut-over")
                .contains("1 jobs of 1 associations in 1 domains (alps), 2026-01-01T00:00:00Z to 2026-01-01T02:00:00Z");
    }

    @Test
    void domainClusterAndZoneAreThoseOfTheCommandLine() throws IOException {
        Path log = write(ROWS);

        assertThat(backfill(
                        log.toString(), "--dry-run", "--cluster", "c", "--domain", "d", "--time-zone", "Europe/Berlin"))
                .isZero();

        assertThat(out.toString())
                .contains("in 1 domains (d), 2025-12-31T23:00:00Z to 2026-01-01T04:00:00Z")
                .doesNotContain("--time-zone");
    }

    @Test
    void unreadableLinesAreNamedAndMakeAnExitCodeOfTheirOwn() throws IOException {
        Path log = write(List.of(ROWS.get(0), "6|6|anna|physics|alps|COMPLETED|2026-01-01T00:00:00|noon|x|cpu=4"));

        assertThat(backfill(log.toString(), "--dry-run")).isEqualTo(3);

        assertThat(out.toString()).contains("sacct.log, line 3: Start \"noon\": must be a time such as");
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
