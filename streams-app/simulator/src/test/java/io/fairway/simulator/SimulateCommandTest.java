package io.fairway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
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

    @Test
    void oneSeedIsARange() {
        assertThat(SeedRange.parse("7")).isEqualTo(new SeedRange(7, 7));
        assertThat(SeedRange.parse("1..100000").count()).isEqualTo(100_000);
    }
}
