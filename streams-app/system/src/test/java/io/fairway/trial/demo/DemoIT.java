package io.fairway.trial.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.embedded.SharedRegistry;
import io.fairway.system.FairwayMain;
import io.fairway.trial.replay.Workbench;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * The demo on the wall clock: it starts, shows, ends in order and judges. Whether its verdict is good depends on the machine,
 * which may be busy; {@link DeliveredSharesTest} has the same loop in virtual time.
 */
@Order(2)
class DemoIT {
    /** No more than a safeguard: each wait ends when there is what it waits for. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final Pattern VERDICT = Pattern.compile("(?m)^verdict: (fair|not fair|undecided)\\.");
    private static final Pattern HUNDRED_DISPATCHED = Pattern.compile(" dispatched [1-9][\\d,]{2,} ");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Broker, registry and application are those of the command. */
    private int demo(String... args) {
        return demo(FairwayMain.commandLine("demo"), args);
    }

    /** The registry is that of all tests. */
    private int demoBesideARegistry(String... args) {
        CommandLine line = FairwayMain.commandLine("demo");
        DemoCommand demo =
                Objects.requireNonNull(line.getSubcommands().get("demo")).getCommand();
        demo.on((partitions, broker, registry) -> Workbench.with(SharedRegistry.url(), partitions));
        return demo(line, args);
    }

    private int demo(CommandLine line, String... args) {
        String[] all = new String[args.length + 1];
        all[0] = "demo";
        System.arraycopy(args, 0, all, 1, args.length);
        return line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(all);
    }

    @Test
    void judgesWhenItsTimeIsOver() {
        int code = demo("--for", "6s", "--half-life", "5s", "--plain");

        assertThat(out.toString()).contains("policy slurm").contains("shadow policies    lsf, moab");
        assertJudged(code);
        assertThat(out.toString()).contains("after a warm-up of 2 s");
    }

    @ParameterizedTest
    @CsvSource({"lsf, 'slurm, moab'", "moab, 'slurm, lsf'"})
    void showsHowItGoesUntilItIsInterrupted(String policy, String shadows) throws Exception {
        int code = interrupted(
                () -> HUNDRED_DISPATCHED.matcher(out.toString()).find(),
                "--policy",
                policy,
                "--for",
                "15m",
                "--half-life",
                "10s",
                "--plain");

        assertThat(out.toString()).contains("policy " + policy).contains("shadow policies    " + shadows);
        assertThat(out.toString()).contains("bootstrap servers  127.0.0.1:").contains("/40  biology ");
        // Of each policy an order of all eight users was there, that of the shadows too.
        for (String each : List.of("slurm", "lsf", "moab")) {
            String state = each.equals(policy) ? "" : "shadow";
            assertThat(out.toString())
                    .containsPattern("(?m)^ (order)? +" + each + " +" + state + " +([a-z]+ ){7}[a-z]+$");
        }
        assertJudged(code);
    }

    /**
     * There is a verdict, the exit code says the same, and nothing was refused or went wrong. A demo that ended before its
     * warm-up judged nothing, and says so.
     */
    private void assertJudged(int code) {
        Matcher verdict = VERDICT.matcher(out.toString());
        assertThat(verdict.find()).as("a verdict in %s", out).isTrue();
        assertThat(code).isEqualTo(verdict.group(1).equals("fair") ? 0 : 1);
        assertThat(out.toString()).containsPattern("(?m)^  [\\d,]+ dispatches, 0 dead letters$");
        if (!out.toString().contains("  furthest from its share: ")) {
            assertThat(out.toString())
                    .doesNotContain("verdict: fair.")
                    .contains("\n  nothing was delivered after the warm-up");
        }
        assertThat(err.toString()).isEmpty();
    }

    /** Runs the demo, interrupts it as Ctrl-C does once something is to be seen, and waits until it has ended. */
    private int interrupted(Callable<Boolean> seen, String... args) throws Exception {
        var threads = Executors.newSingleThreadExecutor();
        try {
            Thread[] running = new Thread[1];
            Future<Integer> code = threads.submit(() -> {
                running[0] = Thread.currentThread();
                return demoBesideARegistry(args);
            });
            Awaitility.await("it shows what it should").atMost(PATIENCE).until(() -> code.isDone() || seen.call());
            assertThat(code).as("the demo ended too soon: %s %s", out, err).isNotDone();

            running[0].interrupt();

            return code.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--for, soon, --for \"soon\": must be a whole number and a unit",
        "--for, 0s, --for \"0s\": must be above 0",
        "--half-life, 1, --half-life \"1\"",
        "--algorithm, lottery, lottery",
        "--policy, pbs, --policy \"pbs\": must be one of slurm",
        "--port, 70000, --port 70000: must be 1 to 65535",
        "--registry-port, -1, --registry-port -1"
    })
    void badOptionsAreBadUsage(String option, String value, String rule) {
        assertThat(demo(option + "=" + value)).isEqualTo(2);

        assertThat(err.toString()).startsWith("fairway: ").contains(rule).contains("See 'fairway demo --help'.");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void anAlgorithmIsOfSlurmOnly() {
        assertThat(demo("--policy", "lsf", "--algorithm", "classic")).isEqualTo(2);

        assertThat(err.toString()).contains("--algorithm classic: can be used only with --policy slurm, not with lsf");
    }

    @Test
    void needsBothServersOfAnApplicationThatRuns() {
        assertThat(demo("--bootstrap-servers", "localhost:9092")).isEqualTo(2);
        assertThat(err.toString()).contains("--bootstrap-servers and --schema-registry: one is missing");
    }

    @Test
    void startsNothingOnAPortBesideServersThatRun() {
        assertThat(demo("-b", "localhost:9092", "-r", "http://localhost:8081", "--http-port", "8090"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--bootstrap-servers localhost:9092: no ports can be given");
    }
}
