package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.avro.FairshareRecord;
import io.fairway.scenario.Scenario;
import io.fairway.system.parity.SentScenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fairway evaluate} of a scenario gives the numbers of the stream: passes of slurmctld, UsageFactor, billing weights and associations of partitions. */
class SlurmEvaluateAgreesTest {
    private static final double HOUR = 3600;

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void onSlurmsOwnDecayAndCharges(@TempDir Path directory) throws IOException {
        rig.policy("""
                algorithm: CLASSIC
                measure:
                  name: m
                  byPartition: true
                  decay: {kind: SLURM_TICK, millis: 7200000, periodMillis: 300000, phaseMillis: %d}
                  billing: {gpu: {weights: "CPU=1,GRES/gpu=10"}, "": {weights: "CPU=2"}}
                qos: {high: {usageFactor: 3}}
                """.formatted(StreamRig.millis(100)));
        rig.user(DOMAIN, "all", "anna", 1);
        rig.association("all", "anna", "gpu", 1);
        rig.user(DOMAIN, "all", "ben", 1);
        rig.start("1", 0, "all", "anna", "cpu: 4, gres/gpu: 2", "partition: gpu, qos: high");
        rig.finish("1", HOUR + 77, 0, "");
        rig.start("2", HOUR, "all", "anna", "cpu: 4", "qos: high");
        rig.finish("2", 2 * HOUR, HOUR, "");
        rig.start("3", HOUR, "all", "ben", "cpu: 8", "");
        rig.tick(3 * HOUR);

        Path file = Files.writeString(directory.resolve("scenario.yaml"), new SentScenario(rig).text(3 * HOUR));
        Scenario scenario = Scenario.evaluate(file);

        FairshareRecord gpu = rig.fairshareIn("all", "anna", "gpu");
        agree(scenario, "/all/anna@gpu", gpu.getRawUsage(), Objects.requireNonNull(gpu.getFactor()));
        agree(scenario, "/all/anna", rig.fairshare(DOMAIN, "all", "anna").getRawUsage(), rig.factor("all", "anna"));
        agree(scenario, "/all/ben", rig.fairshare(DOMAIN, "all", "ben").getRawUsage(), rig.factor("all", "ben"));
        // Before any decay: 3 * (4 + 2 * 10) for an hour and 77 s, and 3 * 2 * 4 for an hour.
        assertThat(rig.fairshareIn("all", "anna", "gpu").getRawUsage()).isBetween(50_000.0, 72 * (HOUR + 77));
        assertThat(rig.fairshare(DOMAIN, "all", "anna").getRawUsage()).isBetween(20_000.0, 24 * HOUR);
    }

    private static void agree(Scenario scenario, String path, double usage, double factor) {
        Map<String, Object> row = Objects.requireNonNull(Objects.requireNonNull(
                                Objects.requireNonNull(scenario.reports().get("policy"))
                                        .sections()
                                        .get("fairshare"))
                        .rows()
                        .get(path))
                .values();
        assertThat((Double) row.get("rawUsage")).as(path).isCloseTo(usage, within(1e-6 * usage));
        assertThat((Double) row.get("factor")).as(path).isCloseTo(factor, within(1e-9));
    }
}
