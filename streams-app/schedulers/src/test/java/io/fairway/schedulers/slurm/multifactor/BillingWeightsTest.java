package io.fairway.schedulers.slurm.multifactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.schedulers.slurm.multifactor.BillingWeights.Sum;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BillingWeightsTest {
    private static final Map<String, BigDecimal> JOB = Map.of(
            "cpu", BigDecimal.valueOf(2),
            "mem", BigDecimal.valueOf(8192),
            "node", BigDecimal.ONE,
            "gres/gpu", BigDecimal.valueOf(3),
            "license/matlab", BigDecimal.valueOf(4),
            "billing", BigDecimal.valueOf(99));

    @Test
    void chargesCpusWithoutWeights() {
        assertThat(BillingWeights.CPUS.billing(JOB)).isEqualByComparingTo("2");
        assertThat(BillingWeights.parse(" ", Sum.MAX_TRES).billing(Map.of())).isZero();
    }

    @Test
    void sumsCountsByWeight() {
        // Slurm charged a real job of 2 cpus, 8 GB and 1 node 7, and one of 1 cpu, 100 MB and 1 node 3.524414
        // (rounded).
        BillingWeights weights = BillingWeights.parse("CPU=1.5,Mem=0.25G,Node=2", Sum.ALL);

        assertThat(weights.billing(JOB)).isEqualByComparingTo("7");
        assertThat(weights.billing(
                        Map.of("cpu", BigDecimal.ONE, "mem", BigDecimal.valueOf(100), "node", BigDecimal.ONE)))
                .isEqualByComparingTo("3.5244140625");
    }

    @Test
    void maxTresTakesTheLargestOfTheNodesAndAddsTheOthers() {
        String text = "CPU=1.5,Mem=0.25G,Node=2,GRES/gpu=4,license/matlab=0.5,billing=1";

        assertThat(BillingWeights.parse(text, Sum.MAX_TRES).billing(JOB)).isEqualByComparingTo("14");
        assertThat(BillingWeights.parse(text, Sum.ALL).billing(JOB)).isEqualByComparingTo("21");
        assertThat(BillingWeights.parse("CPU=-1", Sum.MAX_TRES).billing(JOB)).isZero();
        assertThat(BillingWeights.parse("CPU=-1", Sum.ALL).billing(JOB)).isEqualByComparingTo("-2");
    }

    /** The sum of gres, the largest of the other node resources, and the sum of the global ones; slurm.conf(5), MAX_TRES_GRES. */
    @Test
    void maxTresGresAddsGresToTheLargestOfTheOthers() {
        String text = "CPU=1.5,Mem=0.25G,Node=2,GRES/gpu=4,license/matlab=0.5,billing=1";

        // max(3, 2, 2) + 12 + 2
        assertThat(BillingWeights.parse(text, Sum.MAX_TRES_GRES).billing(JOB)).isEqualByComparingTo("17");
        assertThat(BillingWeights.parse("CPU=-1,GRES/gpu=2", Sum.MAX_TRES_GRES).billing(JOB))
                .isEqualByComparingTo("6");
        assertThat(BillingWeights.parse("", Sum.MAX_TRES_GRES).billing(JOB)).isEqualByComparingTo("2");
    }

    @ParameterizedTest
    @CsvSource({
        "Mem=1K, mem, 1024",
        "Mem=1M, mem, 1",
        "mem=0.25g, mem, 0.000244140625",
        "Mem=1T, mem, 0.00000095367431640625",
        "Mem=1P, mem, 0.000000000931322574615478515625",
        "bb/cray=2G, bb/cray, 0.001953125",
        "GRES/gpu=1K, gres/gpu, 0.0009765625",
        "gres/gpu:A100=.5, gres/gpu:A100, 0.5",
        "CPU=+3., cpu, 3.",
        "Energy=-0.5, energy, -0.5",
        "fs/disk=1, fs/disk, 1",
    })
    void readsWeights(String text, String resource, BigDecimal perUnit) {
        assertThat(TresWeights.parse("TRESBillingWeights", text).asMap())
                .containsOnlyKeys(resource)
                .hasEntrySatisfying(resource, weight -> assertThat(weight).isEqualByComparingTo(perUnit));
    }

    @Test
    void listsWeightsInSlurmsOrder() {
        assertThat(TresWeights.parse("PriorityWeightTRES", "license/x=1,Node=1, GRES/gpu=1 ,Mem=1,CPU=1")
                        .asMap())
                .containsOnlyKeys("license/x", "node", "gres/gpu", "mem", "cpu")
                .satisfies(
                        map -> assertThat(map.keySet()).containsExactly("cpu", "mem", "node", "license/x", "gres/gpu"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "CPU; must be TYPE",
                "CPU=; must be TYPE",
                "CPU=1X; must be TYPE",
                "CPU=1,; must be TYPE",
                "CPU=NaN; must be TYPE",
                "Memory=1; resource type memory is unknown",
                "gres=1; must have a name: gres",
                "cpu/x=1; cpu must have no name",
                "CPU=1,cpu=2; must not occur twice",
            })
    void refusesUnreadableWeights(String text, String rule) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TresWeights.parse("TRESBillingWeights", text))
                .withMessageStartingWith("TRESBillingWeights: \"")
                .withMessageContaining(rule);
    }
}
