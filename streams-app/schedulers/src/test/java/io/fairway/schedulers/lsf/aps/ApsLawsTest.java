package io.fairway.schedulers.lsf.aps;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.policy.Term;
import io.fairway.schedulers.Seeds;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Laws of every absolute priority, for any weights and limits; on seeded random ones. */
class ApsLawsTest {
    private static final int ROUNDS = 2000;
    private static final long SUBMITTED = 1_795_000_000_000L;
    private static final JobPriorityRules RULES = new JobPriorityRules(100L, 3, 20 * 60_000);

    private record Scene(ApsParameters parameters, ApsRequest request, ApsState state, long now) {
        static Scene of(SplittableRandom random) {
            Map<ApsFactor, Double> weights = new EnumMap<>(ApsFactor.class);
            Map<ApsFactor, Double> limits = new EnumMap<>(ApsFactor.class);
            Map<ApsFactor, Long> grace = new EnumMap<>(ApsFactor.class);
            for (ApsFactor factor : ApsFactor.values()) {
                if (factor != ApsFactor.ADMIN && random.nextBoolean()) {
                    // FS has a positive weight, as intended for users: more is better.
                    double weight = random.nextDouble(0.01, 1000);
                    weights.put(factor, factor == ApsFactor.FS || random.nextBoolean() ? weight : -weight);
                }
                if (factor != ApsFactor.ADMIN && random.nextInt(3) == 0) {
                    limits.put(factor, random.nextDouble(1, 100_000));
                }
                if (factor != ApsFactor.ADMIN && random.nextInt(3) == 0) {
                    grace.put(factor, random.nextLong(1, 10 * 3_600_000L));
                }
            }
            ApsRequest request = new ApsRequest(
                    random.nextInt(512),
                    random.nextInt(1_000_000),
                    random.nextInt(1_000_000),
                    random.nextInt(100),
                    1,
                    2,
                    3);
            ApsState state = ApsState.submitted(SUBMITTED, random.nextInt(1, 100));
            if (random.nextInt(4) == 0) {
                state = state.withAdmin(random.nextDouble(1, 1e7), true);
            }
            return new Scene(
                    ApsParameters.of(weights, limits, grace),
                    request,
                    state,
                    SUBMITTED + random.nextLong(20 * 3_600_000L));
        }

        AbsolutePriority evaluate(double fairshare) {
            return AbsolutePriority.evaluate(request, state, fairshare, parameters, RULES, now);
        }
    }

    @Test
    void factorsStayWithinTheirLimitsAndValuesWithinTheMaximum() {
        Seeds.each(ROUNDS, random -> {
            Scene scene = Scene.of(random);
            AbsolutePriority priority = scene.evaluate(random.nextDouble(1000));
            assertThat(priority.value()).isLessThanOrEqualTo(ApsParameters.MAXIMUM);
            for (Term term : priority.terms()) {
                for (ApsFactor factor : ApsFactor.values()) {
                    if (term.name().equals(factor.name()) && factor != ApsFactor.ADMIN) {
                        assertThat(Math.abs(term.value()))
                                .as(term.name())
                                .isLessThanOrEqualTo(scene.parameters().limit(factor));
                        Long grace = scene.parameters().graceMillis(factor);
                        if (grace != null && scene.now() - SUBMITTED <= grace) {
                            assertThat(term.value()).as(term.name()).isZero();
                        }
                    }
                }
            }
        });
    }

    /** FS, RSRC, WORK and ADMIN add up to the value, unless it exceeds the maximum. */
    @Test
    void theFactorsAddUpToTheValue() {
        Seeds.each(ROUNDS, random -> {
            AbsolutePriority priority = Scene.of(random).evaluate(random.nextDouble(1000));
            double sum = 0;
            for (Term term : priority.terms()) {
                sum += List.of("FS", "RSRC", "WORK", "ADMIN").contains(term.name()) ? term.value() : 0;
            }
            assertThat(priority.value())
                    .isCloseTo(Math.min(ApsParameters.MAXIMUM, sum), Offset.offset(1e-9 * Math.max(1, Math.abs(sum))));
        });
    }

    /** A dynamic priority falls with usage and rises with shares; so does the value that contains it. */
    @Test
    void aLargerDynamicPriorityNeverLowersTheValue() {
        Seeds.each(ROUNDS, random -> {
            Scene scene = Scene.of(random);
            double less = random.nextDouble(1000);

            assertThat(scene.evaluate(less + random.nextDouble(1000)).value())
                    .isGreaterThanOrEqualTo(scene.evaluate(less).value() - 1e-9);
        });
    }
}
