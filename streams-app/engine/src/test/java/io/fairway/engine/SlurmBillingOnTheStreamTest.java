package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What MAX_TRES and MAX_TRES_GRES make of a job of a partition with TRESBillingWeights=CPU=1.0,Mem=0.25G,GRES/gpu=16.0. Source:
 * slurm.conf(5) of Slurm 25.05, PriorityFlags. 256,000 MB are 62.5.
 */
class SlurmBillingOnTheStreamTest {
    private static final double HOUR = 3600;

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "maxTresGres: true; cpu: 64, mem: 256000, gres/gpu: 4; 128",
                "maxTresGres: true; cpu: 8, mem: 256000, gres/gpu: 4; 126.5",
                "maxTresGres: true; cpu: 8, mem: 4096, gres/gpu: 1, license/matlab: 4; 34",
                "maxTres: true; cpu: 64, mem: 256000, gres/gpu: 4; 64",
                "maxTres: false; cpu: 64, mem: 256000, gres/gpu: 4; 190.5",
            })
    void aJobIsChargedByTheFlag(String flag, String tres, double rate) {
        rig.policy("""
                algorithm: FAIR_TREE_SLURM
                measure: {name: m, billing: {gpu: {weights: "CPU=1.0,Mem=0.25G,GRES/gpu=16.0,license/matlab=2.5"}}, %s}
                """.formatted(flag));
        rig.user(DOMAIN, "all", "anna", 1);

        rig.start("1", 0, "all", "anna", tres, "partition: gpu");
        rig.finish("1", HOUR, 0, "");
        rig.tick(HOUR);

        assertThat(rig.usage("m", "all", "anna")).isEqualTo(rate * HOUR);
    }
}
