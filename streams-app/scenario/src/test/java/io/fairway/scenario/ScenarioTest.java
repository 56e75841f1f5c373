package io.fairway.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fairway.policies.yaml.YamlValue;
import io.fairway.scenario.report.Report;
import java.io.StringWriter;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scenarios: their results, and the messages about wrong ones. */
class ScenarioTest {
    private static final String GOOD = """
            title: two users
            at: 2026-11-21T12:00:00Z
            policy: {algorithm: classic, measure: {decay: {kind: none}}, slurm: {weightJobSize: 0}}
            shares:
              alps:
                a: {shares: 1, users: {anna: 1}}
                b: {shares: 1, users: {ben: 1}}
            runs:
              - {account: a, user: anna, allocatedTres: {cpu: 3}, started: 2026-11-21T11:00:00Z, ended: 2026-11-21T11:30:00Z}
              - {account: b, user: ben, allocatedTres: {cpu: 1}, started: 2026-11-21T11:30:00Z}
            """;

    @Test
    void computesUsageFromAHistory() {
        Report report = evaluate(GOOD);

        // 3 cpus for half an hour against 1 cpu for half an hour: 5400 and 1800 of 7200
        assertThat(value(report, "/a/anna", "rawUsage")).isEqualTo(5400.0);
        assertThat(value(report, "/b/ben", "rawUsage")).isEqualTo(1800.0);
        // 2^-(0.75/0.5) and 2^-(0.25/0.5)
        assertThat((Double) value(report, "/a/anna", "factor")).isCloseTo(Math.pow(2, -1.5), within(1e-15));
        assertThat((Double) value(report, "/b/ben", "factor")).isCloseTo(Math.pow(2, -0.5), within(1e-15));
    }

    /**
     * Who came first goes first, whatever the factors say: 4294967295 less the second of the submission (1795255200 is
     * 10:00) and nice. Two partitions make no second row.
     */
    @Test
    void fifoOrdersBySubmissionAlone() {
        Report report = evaluate(GOOD.replace("algorithm: classic", "algorithm: fifo")
                        .replace("weightJobSize: 0", "weightAge: 1000, weightFairshare: 9000000")
                + """
                jobs:
                  late: {account: b, user: ben, submitted: 2026-11-21T11:00:00Z}
                  early: {account: a, user: anna, submitted: 2026-11-21T10:00:00Z, attributes: {partitions: [p, q]}}
                  nice: {account: b, user: ben, submitted: 2026-11-21T10:00:00Z, attributes: {nice: 7}}
                  direct: {account: b, user: ben, submitted: 2026-11-21T10:00:00Z, attributes: {directPriority: 5}}
                """);
        Map<String, Report.Row> rows =
                Objects.requireNonNull(report.sections().get("priorities")).rows();

        assertThat(rows.keySet()).containsExactly("early", "nice", "late", "direct");
        long first = 4_294_967_295L - 1_795_255_200L;
        assertThat(rows.values())
                .extracting(row -> ((Number) Objects.requireNonNull(row.values().get("priority"))).longValue())
                .containsExactly(first, first - 7, first - 3600, 5L);
        assertThat(Objects.requireNonNull(rows.get("early")).values())
                .containsOnlyKeys("place", "submission", "sum", "priority", "mayStart");
    }

    /**
     * A hold takes an operator's priority, and a release gives the job back to the policy: seen on a real Slurm 22.05 with
     * scontrol. All jobs are one user's, of factor 1; FIFO is 4294967295 less the second of the submission, 1795258800.
     */
    @ParameterizedTest
    @CsvSource({"classic, 1000", "fifo, 2499708495"})
    void theOrderOfHoldsAndAnOperatorsPriorityDecides(String algorithm, double own) {
        Report report = evaluate("""
                at: 2026-11-21T12:00:00Z
                policy: {algorithm: ALGORITHM, slurm: {weightFairshare: 1000, weightJobSize: 0}}
                shares: {alps: {a: {shares: 1, users: {u: 1}}}}
                jobs:
                  j: {account: a, user: u, submitted: 2026-11-21T11:00:00Z, attributes: {directPriority: 12345}}
                  k: {account: a, user: u, submitted: 2026-11-21T11:00:00Z}
                  l: {account: a, user: u, submitted: 2026-11-21T11:00:00Z, attributes: {directPriority: 12345}}
                  m: {account: a, user: u, submitted: 2026-11-21T11:00:00Z, attributes: {directPriority: 0}}
                  n: {account: a, user: u, submitted: 2026-11-21T11:00:00Z, attributes: {directPriority: 0}}
                events:
                  - {job: j, type: held, time: 2026-11-21T11:30:00Z}
                  - {job: k, type: held, time: 2026-11-21T11:30:00Z}
                  - {job: l, type: held, time: 2026-11-21T11:30:00Z}
                  - {job: l, type: released, time: 2026-11-21T11:40:00Z}
                  - {job: m, type: released, time: 2026-11-21T11:40:00Z}
                  - {job: n, type: eligible, time: 2026-11-21T11:40:00Z}
                """.replace("ALGORITHM", algorithm));
        Map<String, Report.Row> rows =
                Objects.requireNonNull(report.sections().get("priorities")).rows();

        assertThat(rows).hasSize(5);
        rows.forEach((job, row) -> assertThat(row.values().get("priority"))
                .as(job)
                .isEqualTo(job.equals("l") || job.equals("m") ? own : 0.0));
    }

    @Test
    void readsJson() {
        Report report = evaluate("{\"at\": \"2026-11-21T12:00:00Z\", \"policy\": {\"slurm\": {\"weightJobSize\": 0}},"
                + " \"shares\": {\"alps\": {\"a\": {\"users\": {\"anna\": 1}}}}}");

        assertThat(value(report, "/a/anna", "factor")).isEqualTo(1.0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            title: two users | titel: two users | line 1: titel "two users": is not a key here
            algorithm: classic | algorithm: classic, dampening: 99999999999 | line 3: policy.dampening "99999999999": must be -2147483648 to 2147483647
            algorithm: classic | algorithm: clasic | line 3: policy.algorithm "clasic": must be one of FIFO, LINEAR_2_0, CLASSIC, DEPTH_OBLIVIOUS, FAIR_TREE_DOCUMENTED, FAIR_TREE_SLURM
            kind: none | kind: half-life, millis: 7x | line 3: policy.measure.decay.millis "7x": must be a number
            users: {anna: 1} | users: {anna: -1} | line 6: shares.alps.a.users.anna "-1": must be 0 to
            users: {anna: 1} | users: {anna: 1, anna: 2} | line 6: shares.alps.a.users.anna "2": is given twice
            cpu: 3 | cpu: three | line 9: runs[0].allocatedTres.cpu "three": must be a number
            ended: 2026-11-21T11:30:00Z | ended: 2027-01-01T00:00:00Z | line 9: runs[0]: FINISHED at 2027-01-01T00:00:00Z: must not lie after
            at: 2026-11-21T12:00:00Z | at: noon | line 2: at "noon": must be an instant such as
            policy: {algorithm: classic, measure: {decay: {kind: none}}, slurm: {weightJobSize: 0}} | policies: {} | line 3: policies: must name at least one policy
            slurm: {weightJobSize: 0} | slurm: {weightJobSize: 1} | line 3: policy: policy policy: nodes is missing
            """)
    void saysWhatIsWrongAndWhere(String right, String wrong, String message) {
        String text = GOOD.replace(right, wrong);
        assertThat(text).isNotEqualTo(GOOD);

        assertThatIllegalArgumentException().isThrownBy(() -> evaluate(text)).withMessageContaining(message);
    }

    /** A QOS of factor 3: 3 * 3 cpus for half an hour, and 1 cpu at weight 2 of its partition for half an hour. */
    @Test
    void chargesByTheQosAndThePartitionOfAJob() {
        Report report = evaluate(GOOD.replace("{cpu: 3},", "{cpu: 3}, attributes: {qos: high},")
                .replace("{cpu: 1},", "{cpu: 1}, attributes: {partition: gpu},")
                .replace("kind: none}", "kind: none}, billing: {gpu: {weights: CPU=2}}")
                .replace("slurm:", "qos: {high: {usageFactor: 3}}, slurm:"));

        assertThat(value(report, "/a/anna", "rawUsage")).isEqualTo(16_200.0);
        assertThat(value(report, "/b/ben", "rawUsage")).isEqualTo(3600.0);
    }

    /** 3 cpus, 4 MB and 5 GPUs at weight 2 for half an hour: 4 + 10, 10, and 3 + 4 + 10. Not both flags. */
    @ParameterizedTest
    @CsvSource({"maxTresGres, 25200", "maxTres, 18000", "'', 30600"})
    void chargesByTheRuleOfBilling(String flag, double usage) {
        String scenario = GOOD.replace("{cpu: 3}", "{cpu: 3, mem: 4, gres/gpu: 5}")
                .replace(
                        "kind: none}",
                        "kind: none}, billing: {'': {weights: 'CPU=1,Mem=1,GRES/gpu=2'}}"
                                + (flag.isEmpty() ? "" : ", " + flag + ": true"));

        assertThat(value(evaluate(scenario), "/a/anna", "rawUsage")).isEqualTo(usage);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> evaluate(GOOD.replace("kind: none}", "kind: none}, maxTres: true, maxTresGres: true")))
                .withMessageContaining("line 3: policy")
                .withMessageContaining("maxTresGres");
    }

    @Test
    void saysWhatDidNotComeOut() {
        Scenario scenario = Scenario.evaluate(YamlValue.parse(
                "test.yaml",
                GOOD + "expect: {fairshare: {/a/anna: {rawUsage: 5400, factor: 0.36}, /b/ben: {rawUsage: 1801}}}"));

        assertThat(scenario.met()).isEqualTo(1);
        assertThat(scenario.misses())
                .extracting(Expectations.Miss::where)
                .containsExactly("fairshare /a/anna factor", "fairshare /b/ben rawUsage");
    }

    @Test
    void writesJsonWithTheTermsBehindEachNumber() throws Exception {
        Scenario scenario = Scenario.evaluate(YamlValue.parse("test.yaml", GOOD));
        StringWriter out = new StringWriter();
        ReportJson.write(scenario, scenario.reports(), out);

        var json = new com.fasterxml.jackson.databind.ObjectMapper().readTree(out.toString());
        var anna = json.at("/policies/policy/fairshare/2");
        assertThat(anna.get("key").asText()).isEqualTo("/a/anna");
        assertThat(anna.get("rawUsage").asDouble()).isEqualTo(5400);
        assertThat(anna.get("terms").size()).isGreaterThan(1);
    }

    private static Report evaluate(String text) {
        return Objects.requireNonNull(
                Scenario.evaluate(YamlValue.parse("test.yaml", text)).reports().get("policy"));
    }

    private static Object value(Report report, String key, String column) {
        Map<String, Report.Row> rows =
                Objects.requireNonNull(report.sections().get("fairshare")).rows();
        return Objects.requireNonNull(
                Objects.requireNonNull(rows.get(key), key).values().get(column), column);
    }
}
