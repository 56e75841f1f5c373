package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.bench.BenchCommand;
import io.fairway.bench.bed.EmbeddedServers;
import io.fairway.embedded.SharedRegistry;
import io.fairway.embedded.ShortLivedJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * {@code fairway bench} measures what it says, on a tiny backlog. It judges no time: the machine is busy with other
 * tests.
 */
@EnabledOnOs(OS.LINUX)
@Order(3)
class BenchIT {
    private static final Pattern VALUE = Pattern.compile("\"value\" : ([^,\\s]+)");

    @TempDir
    private Path directory;

    private record Ran(int status, String out, String err) {}

    private static Ran bench(String... arguments) {
        return bench(ShortLivedJvm::instead, arguments);
    }

    private static Ran bench(UnaryOperator<List<String>> jvm, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = FairwayMain.commandLine("bench")
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
        BenchCommand command =
                Objects.requireNonNull(line.getSubcommands().get("bench")).getCommand();
        command.on(() -> EmbeddedServers.with(SharedRegistry.url(), jvm));
        List<String> all = new ArrayList<>(List.of("bench"));
        all.addAll(List.of(arguments));
        int status = line.execute(all.toArray(String[]::new));
        return new Ran(status, out.toString(), err.toString());
    }

    @Test
    void aTinyBacklogGivesEveryRow() throws IOException {
        givesEveryRow(ShortLivedJvm::instead);
    }

    private void givesEveryRow(UnaryOperator<List<String>> jvm) throws IOException {
        Path json = directory.resolve("bench.json");
        Path svg = directory.resolve("bench.svg");
        Ran ran = bench(
                jvm,
                "pipeline",
                "--scale",
                "0.01",
                "--associations",
                "50",
                "--json",
                json.toString(),
                "--svg",
                svg.toString());

        assertThat(ran.err()).contains("a backlog of 10,000 events", "10,000 of 10,000 events");
        assertThat(ran.status()).as(ran.err()).isZero();
        assertThat(ran.out())
                .contains("pipeline: T1 processor time per event over repartition + count, 50 associations")
                .contains("pipeline: T2 events/s over pass-through, 50 associations")
                .contains("pipeline: T3 events/s over a plain consumer, 50 associations")
                .contains("pipeline: S2 bytes written over bytes of input, backlog, 50 associations")
                .contains("pipeline: records written per event, backlog, 50 associations");
        Matcher values = VALUE.matcher(Files.readString(json));
        assertThat(values.results().map(value -> Double.parseDouble(value.group(1))))
                .hasSize(6)
                // A few milliseconds of a process, in steps of ten less those of its compiler: on a busy machine, any
                // number.
                .allMatch(Double::isFinite);
        assertThat(Files.readString(svg)).contains("serve, per event", "repartition + count", "pass-through");
    }

    /** 2,000 jobs of 1,000 associations: what the application has is what the bench computes for itself. */
    @Test
    void aTinyYearIsTheClosedIntegral() {
        isTheClosedIntegral(bench("year", "--scale", "0.0001"));
    }

    /** The options of the JVM that it measures with. */
    @Test
    @Tag("slow")
    void soItIsWithItsOwnOptions() throws IOException {
        givesEveryRow(UnaryOperator.identity());
        isTheClosedIntegral(bench(UnaryOperator.identity(), "year", "--scale", "0.0001"));
    }

    private static void isTheClosedIntegral(Ran ran) {

        assertThat(ran.status()).as(ran.err()).isZero();
        assertThat(ran.out().lines().filter(line -> line.contains("largest relative error")))
                .singleElement()
                .asString()
                .doesNotContain("missed");
    }

    @Test
    void badOptionsAreRefusedBeforeAnythingStarts() {
        assertThat(bench("--runs", "0").err()).contains("--runs 0: must be 1 or more");
        assertThat(bench("--scale", "0").err()).contains("--scale 0.0: must be above 0, and 100 at most");
        assertThat(bench("--associations", "0").err()).contains("--associations 0: must be 1 or more");
        assertThat(bench("trace").err()).contains("section trace: needs --trace FILE");
        assertThat(bench("trace", "--trace", "no-such.swf").err()).contains("--trace no-such.swf: cannot be read");
        assertThat(bench("nonsense").status()).isEqualTo(2);
    }
}
