package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.scenario.Scenario;
import io.fairway.scenario.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * LSF's decay in steps of 900 s: HIST_HOURS of 5 leaves 10^-0.05 = 0.891250938 at each of them (case DEC-07). anna has 10
 * shares, and nothing but her decayed hours is in the denominator.
 */
class LsfSteppedDecayOnTheStreamTest {
    private static final double HOUR = 3600;
    /** A step: {@link PipelineDriver#T0} is a whole hour. */
    private static final double NOW = 100 * HOUR;

    private static final double R = 0.891250938133746;

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    private static String lsf(String cluster, String steps) {
        return "algorithm: LSF_DYNAMIC\nlsf:\n  cluster: {RUN_JOB_FACTOR: \"0\", " + cluster + "}\n" + steps;
    }

    private void site(String cluster, String steps) {
        rig.policy(lsf(cluster, steps));
        rig.user(DOMAIN, "physics", "anna", 10);
    }

    private void hasHours(double hours, double seconds) {
        rig.tick(seconds);
        assertThat(rig.refusals()).isEmpty();
        assertThat(rig.factor("physics", "anna")).isCloseTo(10 / hours, Offset.offset(1e-6 * 10 / hours));
    }

    private static final String CPU = "CPU_TIME_FACTOR: \"1\", RUN_TIME_FACTOR: \"0\"";
    private static final String RUN = "CPU_TIME_FACTOR: \"0\", RUN_TIME_FACTOR: \"1\", RUN_TIME_DECAY: \"Y\"";
    private static final String STEPS = "  decayStepSeconds: 900\n";

    /** Two hours of CPU time, reported at a step: 2 h until the next one, 1.7825 h 20 minutes later, 0.2 h after HIST_HOURS. */
    @Test
    @Rule(document = Document.LSF_USERS, rows = "25")
    void cpuTimeDecaysAtEachStep() {
        site(CPU, STEPS);
        rig.start("1", NOW - HOUR, "physics", "anna", "cpu: 2", "");
        rig.finish("1", NOW, NOW - HOUR, "cpuSeconds: 7200");

        hasHours(2, NOW);
        hasHours(2, NOW + 899);
        hasHours(2 * R, NOW + 1200);
        rig.restart();
        hasHours(0.2, NOW + 5 * HOUR);
    }

    /** Since 5 minutes after a step: 10 minutes are there at the next one, and 5 more come. */
    @Test
    void aRunDecaysPieceByPiece() {
        site(RUN, STEPS);
        rig.start("1", NOW + 300, "physics", "anna", "cpu: 1", "");

        hasHours(600 * R / HOUR, NOW + 900);
        hasHours((600 * R + 300) / HOUR, NOW + 1200);
    }

    @Test
    void stepsHaveTheirPhase() {
        site(CPU, STEPS + "  decayPhaseSeconds: 300\n");
        rig.start("1", NOW - HOUR, "physics", "anna", "cpu: 2", "");
        rig.finish("1", NOW, NOW - HOUR, "cpuSeconds: 7200");

        hasHours(2, NOW + 299);
        hasHours(2 * R, NOW + 300);
    }

    /** From the version without steps on it decays continuously: a tenth in HIST_HOURS. */
    @Test
    void usageStaysWhenTheStepsEnd() {
        site(CPU, STEPS);
        rig.start("1", NOW - HOUR, "physics", "anna", "cpu: 2", "");
        rig.finish("1", NOW, NOW - HOUR, "cpuSeconds: 7200");
        rig.tick(NOW + 60);
        rig.policy("effectiveFrom: \"" + StreamRig.at(NOW + 600) + "\"\n" + lsf(CPU, ""));

        hasHours(2, NOW + 600);
        hasHours(0.2, NOW + 600 + 5 * HOUR);
    }

    @Test
    void stepsBeyondHistHoursAreRefused() {
        site(CPU, "  decayStepSeconds: 18001\n");
        rig.policy("effectiveFrom: 1970-01-02T00:00:00Z\n" + lsf(CPU, "  decayStepSeconds: -1\n"));
        rig.tick(NOW);

        assertThat(rig.refusals())
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("decayStepSeconds 18001", "HIST_HOURS, which is 18000 s"),
                        reason -> assertThat(reason).contains("decayStepSeconds -1"));
    }

    /** The same hours in a scenario file. */
    @Test
    void evaluateHasTheSameNumbers(@TempDir Path directory) throws IOException {
        Map<Double, Double> expected = Map.of(NOW + 899, 2 + 599 / HOUR, NOW + 1200, 2 * R + (600 * R + 300) / HOUR);
        for (var each : expected.entrySet()) {
            Path file = Files.writeString(directory.resolve("scenario.yaml"), """
                    at: %s
                    policy:
                      algorithm: lsf-dynamic
                      lsf:
                        decayStepSeconds: 900
                        cluster: {CPU_TIME_FACTOR: 1, RUN_TIME_FACTOR: 1, RUN_TIME_DECAY: Y, RUN_JOB_FACTOR: 0}
                    shares: {alps: {physics: {shares: 1, users: {anna: 10}}}}
                    runs:
                      - {account: physics, user: anna, allocatedTres: {cpu: 2}, started: %s, ended: %s, cpuSeconds: 7200}
                      - {account: physics, user: anna, allocatedTres: {cpu: 1}, started: %s}
                    """.formatted(
                    StreamRig.at(each.getKey()), StreamRig.at(NOW - HOUR), StreamRig.at(NOW), StreamRig.at(NOW + 300)));
            Report report =
                    Objects.requireNonNull(Scenario.evaluate(file).reports().get("policy"));
            Report.Section rows = Objects.requireNonNull(report.sections().get("fairshare"));
            double priority = ((Number) Objects.requireNonNull(
                            Objects.requireNonNull(rows.rows().get("/physics/anna"))
                                    .values()
                                    .get("priority")))
                    .doubleValue();
            assertThat(priority).isCloseTo(10 / each.getValue(), Offset.offset(1e-5));
        }
        site("CPU_TIME_FACTOR: \"1\", RUN_TIME_FACTOR: \"1\", RUN_TIME_DECAY: \"Y\"", STEPS);
        rig.start("1", NOW - HOUR, "physics", "anna", "cpu: 2", "");
        rig.finish("1", NOW, NOW - HOUR, "cpuSeconds: 7200");
        rig.start("2", NOW + 300, "physics", "anna", "cpu: 1", "");
        hasHours(2 + 599 / HOUR, NOW + 899);
        hasHours(2 * R + (600 * R + 300) / HOUR, NOW + 1200);
    }
}
