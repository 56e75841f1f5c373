package io.fairway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SimulateCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return new CommandLine(new SimulateCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }

    @Test
    void saysWhatWasRun() {
        assertThat(run("--seeds", "1..3", "--workers", "2")).isZero();
        assertThat(out.toString())
                .contains("3 schedules in")
                .contains("simulated years")
                .containsPattern("in +3 schedules  record")
                .contains("record");
    }

    @Test
    void refusesSeedsThatAreNone() {
        assertThat(run("--seeds", "9..3")).isEqualTo(2);
        assertThat(err.toString()).contains("seeds 9..3: the first must be 0 or more, and the last not less");
        assertThat(run("--seeds", "a")).isEqualTo(2);
        assertThat(err.toString()).contains("seeds 'a': must be a number, or two such as 1..1000");
    }

    @Test
    void refusesOptionsThatItDoesNotHave() {
        assertThat(run("--seed", "3")).isEqualTo(2);
        assertThat(err.toString()).contains("Unknown option");
        assertThat(run("--workers", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("--workers 0: must be 1 or more");
    }

    /** 300 of 1,000 schedules in 10 s are 30 a second; the other 700 take 23.3 s. */
    @Test
    void saysHowFarItIs() {
        assertThat(SimulateCommand.progress(300, 1_000, Duration.ofSeconds(10)))
                .isEqualTo("300 of 1,000 schedules, 30 a second, 23 s left");
        // 20 a second; 999,800 at that rate are 49,990 s, or 13.9 h.
        assertThat(SimulateCommand.progress(200, 1_000_000, Duration.ofSeconds(10)))
                .isEqualTo("200 of 1,000,000 schedules, 20 a second, 14 h left");
    }

    /** The interrupt is there before it begins: at most one schedule for each worker has begun. */
    @Test
    void aSignalEndsItAndSaysWhereToGoOn() {
        Thread.currentThread().interrupt(); // As the launcher does at a signal.

        assertThat(run("--seeds", "1..1000000000", "--workers", "1")).isZero();

        Matcher went =
                Pattern.compile("Go on with --seeds (\\d+)\\.\\.1000000000").matcher(out.toString());
        assertThat(went.find()).isTrue();
        assertThat(out.toString()).contains((Long.parseLong(went.group(1)) - 1) + " schedules in");
    }

    @Test
    void oneSeedIsARange() {
        assertThat(SeedRange.parse("7")).isEqualTo(new SeedRange(7, 7));
        assertThat(SeedRange.parse("1..100000").count()).isEqualTo(100_000);
    }
}
