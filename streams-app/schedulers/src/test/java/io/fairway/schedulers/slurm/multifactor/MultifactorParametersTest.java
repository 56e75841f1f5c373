package io.fairway.schedulers.slurm.multifactor;

import static io.fairway.schedulers.slurm.MultifactorJobs.job;
import static io.fairway.schedulers.slurm.MultifactorJobs.slurm22;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.schedulers.slurm.SlurmAlgorithm;
import io.fairway.schedulers.slurm.multifactor.MultifactorParameters.Weights;
import io.fairway.schedulers.slurm.multifactor.PriorityContext.Partition;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The defaults of the parameters, the refused values, and the format of flags. */
class MultifactorParametersTest {
    @Test
    void defaultsFollowTheDialect() {
        assertThat(MultifactorParameters.slurm22().weights()).isEqualTo(new Weights(0, 0, 0, 0, 0, 0));
        assertThat(MultifactorParameters.slurm20(false).weights()).isEqualTo(new Weights(1, 0, 1, 1, 1, 1));
        for (MultifactorParameters parameters :
                List.of(MultifactorParameters.slurm22(), MultifactorParameters.slurm20(false))) {
            assertThat(parameters.maxAgeSeconds()).isEqualTo(7 * 86_400);
            assertThat(parameters.favorSmall()).isFalse();
            assertThat(parameters.flags()).isEmpty();
            assertThat(parameters.tresWeights().isEmpty()).isTrue();
            assertThat(parameters.enforceLimits()).isFalse();
        }
        assertThat(MultifactorParameters.slurm22().ageRule()).isEqualTo(AgeRule.WITHOUT_LIMITS);
        assertThat(MultifactorParameters.slurm22().withEnforceLimits(true).ageRule())
                .isEqualTo(AgeRule.WITH_LIMITS);
        assertThat(MultifactorParameters.slurm20(false).ageRule()).isEqualTo(AgeRule.FREEZING);
        assertThat(slurm22(Set.of(PriorityFlag.ACCRUE_ALWAYS))
                        .withEnforceLimits(true)
                        .ageRule())
                .isEqualTo(AgeRule.ALWAYS);
    }

    @Test
    void refusesValuesThatNoSchedulerAccepts() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Weights(0, 0, 4_294_967_296L, 0, 0, 0))
                .withMessage("PriorityWeightFairshare 4294967296: must be 0 to 4294967295");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MultifactorParameters.slurm22().withMaxAgeSeconds(-1))
                .withMessageContaining("PriorityMaxAge -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MultifactorParameters.slurm20(false).withWeights(new Weights(0, 5, 0, 0, 0, 0)))
                .withMessageContaining("PriorityWeightAssoc 5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MultifactorParameters.slurm20(false).withFlags(Set.of(PriorityFlag.MAX_TRES)))
                .withMessageContaining("MAX_TRES");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job().nice(2_147_483_646L).build())
                .withMessageContaining("nice 2147483646");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job().directPriority(4_294_967_296L).build())
                .withMessageContaining("direct priority");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Partition("p", Double.NaN, Map.of(), 1, null))
                .withMessageContaining("partition p");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PriorityContext.of(-1, 1, List.of(), Map.of(), 0))
                .withMessageContaining("nodes of the cluster -1");
    }

    @Test
    void flagsAreReadInAnyCaseAndUnknownOnesRefused() {
        assertThat(PriorityFlag.parse("")).isEmpty();
        assertThat(PriorityFlag.parse("accrue_always, MAX_TRES"))
                .isEqualTo(EnumSet.of(PriorityFlag.ACCRUE_ALWAYS, PriorityFlag.MAX_TRES));
        assertThat(PriorityFlag.parse("NO_NORMAL_ALL")).hasSize(4);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PriorityFlag.parse("MAX_TRES,FASTER"))
                .withMessage("PriorityFlags: \"FASTER\" is unknown");
    }

    @Test
    void refusesADampeningFactorOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SlurmAlgorithm.CLASSIC.create(0, 0))
                .withMessage("FairShareDampeningFactor 0: must be 1 to 65535");
    }
}
