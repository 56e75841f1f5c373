package io.fairway.system.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.system.FairwayMain;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoIT {
    private static final Pattern DISPATCHES = Pattern.compile("(?m)^  ([\\d,]+) dispatches, 0 dead letters$");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int demo(String... args) {
        String[] all = new String[args.length + 1];
        all[0] = "demo";
        System.arraycopy(args, 0, all, 1, args.length);
        return FairwayMain.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
    }

    @ParameterizedTest
    @CsvSource({"slurm, 'lsf, moab'", "lsf, 'slurm, moab'", "moab, 'slurm, lsf'"})
    void deliversTheShares(String policy, String shadows) {
        int code = demo("--policy", policy, "--for", "30s", "--half-life", "10s", "--plain");

        assertThat(out.toString()).contains("policy " + policy).contains("shadow policies    " + shadows);
        // Each policy, also a shadow, has an order of all eight users.
        for (String each : List.of("slurm", "lsf", "moab")) {
            String state = each.equals(policy) ? "" : "shadow";
            assertThat(out.toString())
                    .containsPattern("(?m)^ (order)? +" + each + " +" + state + " +([a-z]+ ){7}[a-z]+$");
        }

        assertThat(out.toString()).contains("bootstrap servers  127.0.0.1:").contains("(delivered/share %)");
        assertThat(out.toString()).contains("verdict: fair. Every account got its share within 5 points");
        Matcher dispatches = DISPATCHES.matcher(out.toString());
        assertThat(dispatches.find()).isTrue();
        assertThat(Integer.parseInt(dispatches.group(1).replace(",", ""))).isGreaterThan(50);
        assertThat(code).isZero();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void judgesWhatWasThereWhenItIsInterrupted() throws Exception {
        var threads = Executors.newSingleThreadExecutor();
        try {
            Thread[] running = new Thread[1];
            Future<Integer> code = threads.submit(() -> {
                running[0] = Thread.currentThread();
                return demo("--for", "15m", "--plain");
            });
            Awaitility.await("it runs")
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> out.toString().contains("(warming up)"));

            running[0].interrupt();

            // The verdict says that nothing is judged yet.
            assertThat(code).succeedsWithin(Duration.ofSeconds(40)).isEqualTo(1);
            assertThat(out.toString())
                    .contains("verdict: not fair.\n  nothing was delivered after the warm-up")
                    .contains("  judged over 0 s");
            assertThat(err.toString()).isEmpty();
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
}
