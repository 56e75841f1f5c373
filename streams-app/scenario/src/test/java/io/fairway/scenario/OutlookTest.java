package io.fairway.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.policies.explain.Outlook;
import io.fairway.policies.explain.Wording;
import io.fairway.scenario.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sentences about the future come true. The test evaluates the same runs at the instant that a sentence names. The engine
 * knows nothing of the sentence. If it cannot evaluate the condition, its numbers are by hand.
 */
class OutlookTest {
    private static final Pattern ON = Pattern.compile(", on (\\S+Z)");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    @Test
    void linearFactorIsAHalfWhenItSaysSo() throws IOException {
        String scenario = """
                at: %s
                policy: {algorithm: linear-2-0, processors: 1, slurm: {weightJobSize: 0}}
                shares: {t: {a: {users: {anna: 1}}, b: {users: {ben: 1}}}}
                runs: [{account: a, user: anna, allocatedTres: {cpu: 10}, started: 2026-01-01T00:00:00Z, ended: 2026-01-02T00:00:00Z}]
                """;
        String sentence =
                one(recovery(scenario.formatted("2026-01-02T00:00:00Z"), "/a/anna"), "The factor is then 0.5");

        double then = number(row(scenario.formatted(instant(sentence)), "/a/anna"), "factor");

        // Written to the second, of which a half-life has 604800.
        assertThat(then).isCloseTo(0.5, within(1e-6));
    }

    @Test
    void linearFactorComesHalfWayBackInAHalfLife() throws IOException {
        String scenario = """
                at: %s
                policy: {algorithm: linear-2-0, processors: 8, slurm: {weightJobSize: 0}}
                shares: {t: {a: {users: {anna: 1}}, b: {users: {ben: 1}}}}
                runs: [{account: a, user: anna, allocatedTres: {cpu: 10}, started: 2026-01-01T00:00:00Z, ended: 2026-01-02T00:00:00Z}]
                """;
        String sentence = one(recovery(scenario.formatted("2026-01-02T00:00:00Z"), "/a/anna"), "half of its way");

        double then = number(row(scenario.formatted("2026-01-09T00:00:00Z"), "/a/anna"), "factor");

        assertThat(sentence).contains(": it is " + Wording.rounded(then) + " after 7 d, on 2026-01-09T00:00:00Z.");
    }

    @Test
    void saysThatNoFactorMovesWhileAllAreIdle() throws IOException {
        String scenario = """
                at: %s
                policy: {algorithm: classic, slurm: {weightJobSize: 0}}
                shares: {t: {a: {users: {anna: 1}}, b: {users: {ben: 1}}}}
                runs:
                  - {account: a, user: anna, allocatedTres: {cpu: 3}, started: 2026-01-01T00:00:00Z, ended: 2026-01-02T00:00:00Z}
                  - {account: b, user: ben, allocatedTres: {cpu: 1}, started: 2026-01-01T00:00:00Z, ended: 2026-01-02T00:00:00Z}
                """;
        List<String> said = recovery(scenario.formatted("2026-01-02T00:00:00Z"), "/a");

        assertThat(said).anyMatch(sentence -> sentence.contains("while nobody runs a job, no factor changes"));
        assertThat(number(row(scenario.formatted("2026-01-30T00:00:00Z"), "/a"), "factor"))
                .isCloseTo(number(row(scenario.formatted("2026-01-02T00:00:00Z"), "/a"), "factor"), within(1e-12));
        // Usage is three quarters of all and comes down to a half: 7 d * log2(0.75 / 0.5) = 4.0947 d.
        assertThat(one(said, "everybody's usage stays")).contains("after 4 d 2 h, on 2026-01-06T02:");
    }

    @Test
    void fairTreeSaysWhatItTakesToPassASibling() throws IOException {
        Outlook outlook = outlook("""
                at: 2026-01-02T00:00:00Z
                policy: {slurm: {weightJobSize: 0}}
                shares: {t: {a: {users: {anna: 1}}, b: {users: {ben: 1}}}}
                runs:
                  - {account: a, user: anna, allocatedTres: {cpu: 3}, started: 2026-01-01T00:00:00Z, ended: 2026-01-02T00:00:00Z}
                  - {account: b, user: ben, allocatedTres: {cpu: 1}, started: 2026-01-01T00:00:00Z, ended: 2026-01-02T00:00:00Z}
                """, "/a/anna");

        // Level fairshare of /a is 0.5 / 0.75, of /b 0.5 / 0.25: three times as much, which takes 7 d * log2(3) =
        // 11.0947 d.
        assertThat(one(outlook.recovery(), "/a goes before /b")).contains("after 11 d 2 h");
        assertThat(one(outlook.changes(), "/b goes before /a"))
                .contains("level fairshare is 2 against 0.6667")
                .contains("more than 3 shares (now 1)");
        // To 1 from two thirds: 7 d * log2(1.5).
        assertThat(one(outlook.recovery(), "It is 1 (")).contains("after 4 d 2 h");
    }

    /** 2 hours of CPU time at once, and a tenth of it after each five hours. */
    @Test
    void lsfPriorityHasNineTenthsWhenItSaysSo() throws IOException {
        String scenario = """
                at: %s
                policy: {algorithm: lsf-dynamic}
                shares: {t: {root: {users: {anna: 10}}}}
                runs:
                  - {account: root, user: anna, allocatedTres: {slot: 1}, started: 2026-01-01T00:00:00Z, ended: 2026-01-01T00:00:01Z, cpuSeconds: 7200}
                """;
        String sentence = one(recovery(scenario.formatted("2026-01-01T00:00:01Z"), "/anna"), "90 %");

        double then = number(row(scenario.formatted(instant(sentence)), "/anna"), "priority");

        // Idle it is 10 / ((1 + 0) * 3).
        assertThat(then).isCloseTo(3.0, within(1e-3));
    }

    /** Idle here, with a load of 3 elsewhere: 10 / (3 + 3), and nine tenths of that is 1.5. */
    @Test
    void lsfSaysWhatOtherClustersAddAndThatUseDecaysInSteps() throws IOException {
        List<String> said = recovery("""
                at: 2026-01-01T00:00:00Z
                policy: {algorithm: lsf-dynamic, lsf: {decayStepSeconds: 900}}
                shares: {t: {root: {users: {anna: 10}}}}
                usage: {t: {root/anna: {cpu-time: 7200}}}
                remoteUsage: [{share-account: {/anna: {tree: t, load: 3}}}]
                """, "/anna");

        assertThat(said)
                .contains("Other clusters report a load of 3, which stays in the denominator until they report less.");
        assertThat(one(said, "90 %")).contains("90 % of its idle priority, 1.667");
        assertThat(one(said, "in steps of")).contains("15 min");
    }

    @Test
    void saysWhenUsageIsReset() throws IOException {
        List<String> said = recovery("""
                at: 2026-01-12T00:00:00Z
                policy: {algorithm: classic, measure: {decay: {kind: none}}, usageReset: MONTHLY, slurm: {weightJobSize: 0}}
                shares: {t: {a: {users: {anna: 1}}, b: {users: {ben: 1}}}}
                runs: [{account: a, user: anna, allocatedTres: {cpu: 3}, started: 2026-01-05T00:00:00Z, ended: 2026-01-06T00:00:00Z}]
                """, "/a");

        assertThat(said).containsExactly("The next reset, on 2026-02-01T00:00:00Z, sets all usage to 0.");
    }

    private List<String> recovery(String scenario, String node) throws IOException {
        return outlook(scenario, node).recovery();
    }

    private Outlook outlook(String scenario, String node) throws IOException {
        return Objects.requireNonNull(row(scenario, node).outlook());
    }

    private Report.Row row(String scenario, String node) throws IOException {
        Path file = Files.writeString(directory.resolve("scenario.yaml"), scenario);
        Report report = Objects.requireNonNull(Scenario.evaluate(file).reports().get("policy"));
        return Objects.requireNonNull(Objects.requireNonNull(report.sections().get("fairshare"))
                .rows()
                .get(node));
    }

    private static double number(Report.Row row, String column) {
        return (Double) Objects.requireNonNull(row.values().get(column));
    }

    private static String one(List<String> sentences, String part) {
        List<String> found =
                sentences.stream().filter(sentence -> sentence.contains(part)).toList();
        assertThat(found).as(part + " in " + sentences).hasSize(1);
        return found.get(0);
    }

    private static String instant(String sentence) {
        Matcher on = ON.matcher(sentence);
        assertThat(on.find()).as(sentence).isTrue();
        return on.group(1);
    }
}
