package io.fairway.dispatcher.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Lines as `scontrol show config` of Slurm 22.05.8 prints them. */
class SlurmSettingsTest {
    private static final List<String> NOTHING_OF_ITS_OWN = List.of(
            "Configuration data as of 2026-11-22T20:51:14",
            "ClusterName             = alps",
            "PrioritySiteFactorPlugin = (null)",
            "PriorityType            = priority/multifactor",
            "PriorityWeightAge       = 0",
            "PriorityWeightFairShare = 0",
            "PriorityWeightTRES      = (null)",
            "",
            "Cgroup Support Configuration:",
            "(null)");

    @Test
    void aSlurmWithoutWeightsNeedsNoWarning() {
        SlurmSettings settings = SlurmSettings.parse(NOTHING_OF_ITS_OWN);

        assertThat(settings.cluster()).isEqualTo("alps");
        assertThat(settings.ownFactors()).isZero();
        for (SlurmParameter slurmParameter : SlurmParameter.values()) {
            assertThat(settings.problems(slurmParameter)).isEmpty();
            assertThat(settings.warnings(slurmParameter)).isEmpty();
        }
    }

    @Test
    void weightsAreNamedAndSummedUp() {
        SlurmSettings settings = with(
                "PriorityWeightAge       = 1000",
                "PriorityWeightFairShare = 100000",
                "PriorityWeightTRES      = CPU=1000,GRES/gpu=4000");

        assertThat(settings.ownFactors()).isEqualTo(106_000);
        assertThat(settings.warnings(SlurmParameter.SITE_FACTOR))
                .containsExactly(
                        "PriorityWeightAge is 1000 and should be 0: Slurm adds up to 1000 to what Fairway sets, and"
                                + " Fairway leaves greater gaps for it",
                        "PriorityWeightFairShare is 100000 and should be 0: Slurm adds up to 100000 to what Fairway sets,"
                                + " which may change the order of long queues",
                        "PriorityWeightTRES is CPU=1000,GRES/gpu=4000 and should be 0: Slurm adds up to 5000 to what"
                                + " Fairway sets, and Fairway leaves greater gaps for it");
        assertThat(settings.warnings(SlurmParameter.PRIORITY)).isEmpty();
    }

    @Test
    void aPluginThatSetsTheSiteFactorItselfIsAProblem() {
        SlurmSettings settings = with("PrioritySiteFactorPlugin = site_factor/ours");

        assertThat(settings.problems(SlurmParameter.SITE_FACTOR))
                .containsExactly("PrioritySiteFactorPlugin is site_factor/ours and must be empty: otherwise it replaces"
                        + " what Fairway sets");
        assertThat(settings.problems(SlurmParameter.NICE)).isEmpty();
    }

    @Test
    void aSlurmWithoutFactorsTakesPrioritiesOnly() {
        SlurmSettings settings = with("PriorityType            = priority/basic");

        assertThat(settings.problems(SlurmParameter.SITE_FACTOR))
                .containsExactly("PriorityType is priority/basic and must be priority/multifactor: otherwise SiteFactor"
                        + " does not count");
        assertThat(settings.problems(SlurmParameter.PRIORITY)).isEmpty();
    }

    @Test
    void nonsenseIsNoSetting() {
        SlurmSettings settings =
                SlurmSettings.parse(List.of("=", "\u0000\u0001", "PriorityWeightAge = -5", "x".repeat(70_000)));

        assertThat(settings.cluster()).isEmpty();
        assertThat(settings.ownFactors()).isZero();
    }

    /** These come first, so they replace those above. */
    private static SlurmSettings with(String... lines) {
        return SlurmSettings.parse(
                Stream.concat(Stream.of(lines), NOTHING_OF_ITS_OWN.stream()).toList());
    }
}
