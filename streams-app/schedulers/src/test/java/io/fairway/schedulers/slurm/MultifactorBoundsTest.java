package io.fairway.schedulers.slurm;

import static io.fairway.schedulers.slurm.MultifactorJobs.CLUSTER;
import static io.fairway.schedulers.slurm.MultifactorJobs.SUBMIT;
import static io.fairway.schedulers.slurm.MultifactorJobs.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.core.policy.Term;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.schedulers.Seeds;
import io.fairway.schedulers.slurm.multifactor.MultifactorParameters;
import io.fairway.schedulers.slurm.multifactor.MultifactorParameters.Weights;
import io.fairway.schedulers.slurm.multifactor.MultifactorPriority;
import io.fairway.schedulers.slurm.multifactor.PendingJob;
import io.fairway.schedulers.slurm.multifactor.PriorityFlag;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * For any job and any weights: priorities are whole numbers of 32 bits, factors 0 to 1, nice and site within their
 * ranges.
 */
class MultifactorBoundsTest {
    private static final long MOST = 4_294_967_295L;
    private static final long ADJUSTMENT = 2_147_483_645L;

    private static long weight(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> MOST;
            default -> random.nextLong(100_000);
        };
    }

    private static long adjustment(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> ADJUSTMENT;
            case 1 -> -ADJUSTMENT;
            default -> random.nextLong(2_000_000) - 1_000_000;
        };
    }

    private static PendingJob random(SplittableRandom random) {
        return job().nodes(random.nextInt(5))
                .cpus(random.nextInt(65))
                .associationPriority(random.nextInt(201))
                .partitions(List.of(random.nextBoolean() ? "low" : "high"))
                .qos(random.nextBoolean() ? "q" : "top")
                .tres(Map.of("cpu", BigDecimal.valueOf(random.nextInt(33))))
                .timeLimitMinutes(random.nextBoolean() ? Long.valueOf(random.nextInt(1, 1000)) : null)
                .nice(adjustment(random))
                .siteFactor(adjustment(random))
                .build();
    }

    private static MultifactorParameters parameters(SplittableRandom random) {
        int dialect = random.nextInt(3);
        MultifactorParameters base =
                dialect == 0 ? MultifactorParameters.slurm22() : MultifactorParameters.slurm20(dialect == 1);
        // 2.0 has no association priority.
        long association = dialect == 0 ? weight(random) : 0;
        return base.withWeights(new Weights(
                weight(random), association, weight(random), weight(random), weight(random), weight(random)));
    }

    @Test
    void prioritiesAreWholeNumbersFromTheLowestToThirtyTwoBits() {
        Seeds.each(3000, random -> {
            MultifactorParameters parameters = parameters(random);
            JobPriorityRecord record = MultifactorJobs.record(random(random), CLUSTER, parameters, SUBMIT);
            long later = SUBMIT + random.nextLong(30L * 86_400_000);

            double priority = record.evaluate(later, random.nextDouble());

            assertThat(priority)
                    .isBetween((double) parameters.minimum(), (double) MOST)
                    .isEqualTo(Math.rint(priority));
            double sum = record.sum(later, 0.5);
            double expected = Math.floor(Math.min((double) MOST, Math.max((double) parameters.minimum(), sum)));
            assertThat(record.evaluate(later, 0.5)).isEqualTo(expected);
        });
    }

    /** All but the factors that a flag leaves raw. */
    @Test
    void factorsAreBetweenZeroAndOne() {
        Seeds.each(2000, random -> {
            MultifactorParameters parameters = MultifactorParameters.slurm22()
                    .withFlags(random.nextBoolean() ? Set.of(PriorityFlag.SMALL_RELATIVE_TO_TIME) : Set.of());
            PendingJob job = random(random);
            long later = SUBMIT + random.nextLong(30L * 86_400_000);
            for (Term term : MultifactorPriority.explain(job, job.partitions().get(0), CLUSTER, parameters, later)) {
                if (!List.of("site", "nice").contains(term.name())) {
                    assertThat(term.value()).as(term.name()).isBetween(0.0, 1.0);
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {ADJUSTMENT + 1, -ADJUSTMENT - 1, Long.MAX_VALUE, Long.MIN_VALUE})
    void niceAndSiteFactorHaveTheirBounds(long beyond) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job().nice(beyond).build())
                .withMessageContaining("nice " + beyond);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> job().siteFactor(beyond).build())
                .withMessageContaining("site factor " + beyond);
        assertThat(job().nice(ADJUSTMENT).siteFactor(-ADJUSTMENT).build().nice())
                .isEqualTo(ADJUSTMENT);
    }
}
