package io.fairway.schedulers.moab.config;

import static io.fairway.schedulers.moab.credential.Fixture.ACCOUNT;
import static io.fairway.schedulers.moab.credential.Fixture.GROUP;
import static io.fairway.schedulers.moab.credential.Fixture.USER;
import static io.fairway.schedulers.moab.credential.Fixture.evaluate;
import static io.fairway.schedulers.moab.credential.Fixture.job;
import static io.fairway.schedulers.moab.credential.Fixture.parameters;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.schedulers.Seeds;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.Fixture;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.fairshare.FairshareCap;
import io.fairway.schedulers.moab.job.MoabJobBuilder;
import io.fairway.schedulers.moab.job.OperatorPriority;
import io.fairway.schedulers.moab.priority.MoabJobPriority;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bounds of priorities, caps of Maui, and caps of usage, for any weights; on seeded random ones. */
class PriorityBoundsTest {
    private static final int ROUNDS = 2000;

    private static MoabParametersBuilder random(SplittableRandom random, MoabDialect dialect) {
        Map<Credential, CredentialSettings> credentials = Map.of(
                USER, CredentialSettings.NONE.withPriority(random.nextLong(-100_000, 100_000)),
                GROUP, CredentialSettings.NONE.withPriority(random.nextLong(-100_000, 100_000)),
                ACCOUNT, CredentialSettings.NONE.withPriority(random.nextLong(-1000, 1000)));
        Weights.Builder weights = Fixture.weights(Map.of(
                        Subfactor.USER, random.nextLong(-50_000, 50_000),
                        Subfactor.GROUP, random.nextLong(-10, 10),
                        Subfactor.ACCOUNT, random.nextLong(-10, 10)))
                .cap(Subfactor.GROUP, random.nextInt(1, 10_000))
                .cap(Subfactor.ACCOUNT, random.nextInt(1, 1000))
                .cap(PriorityComponent.CRED, random.nextBoolean() ? random.nextInt(1, 1_000_000) : 0);
        return parameters(Map.of(), credentials).weights(weights.build()).readings(Readings.of(dialect));
    }

    @ParameterizedTest
    @EnumSource(MoabDialect.class)
    void prioritiesAreWholeNumbersFromOneToAThousandMillion(MoabDialect dialect) {
        Seeds.each(ROUNDS, random -> {
            boolean negative = random.nextBoolean();
            MoabJobPriority priority = evaluate(
                    job(0), random(random, dialect).enableNegative(negative).rejectNegative(false));

            double least = negative ? -Double.MAX_VALUE : 1;
            assertThat(priority.priority())
                    .isBetween(least, MoabJobPriority.MAX)
                    .isEqualTo((double) (long) Math.min(MoabJobPriority.MAX, Math.max(least, priority.unbounded())));
            assertThat(priority.isRejected()).isFalse();
        });
    }

    @Test
    void aSystemPriorityIsAboveEveryComputedOne() {
        Seeds.each(ROUNDS, random -> {
            MoabParametersBuilder parameters = random(random, MoabDialect.MOAB);
            long system = random.nextLong(1, OperatorPriority.MAX + 1);
            MoabJobBuilder job = job(0).operator(new OperatorPriority(system, 0));

            assertThat(evaluate(job, parameters).priority())
                    .isEqualTo(1e9 + system)
                    .isGreaterThan(evaluate(job(0), parameters).priority());
        });
    }

    /** Maui's caps are upper bounds only; Moab's apply in both directions ({@link MoabRecordTest}). */
    @Test
    void capsOfMauiBoundAboveAndNotBelow() {
        int[] below = new int[1];
        Seeds.each(ROUNDS, random -> {
            MoabParametersBuilder parameters = random(random, MoabDialect.MAUI);
            Weights weights = parameters.build().weights();
            MoabJobPriority priority = evaluate(job(0), parameters);
            double cap = weights.cap(PriorityComponent.CRED);

            assertThat(priority.value(Subfactor.GROUP)).isLessThanOrEqualTo(weights.cap(Subfactor.GROUP));
            assertThat(priority.value(PriorityComponent.CRED)).isLessThanOrEqualTo(cap > 0 ? cap : Double.MAX_VALUE);
            below[0] += cap > 0 && priority.value(PriorityComponent.CRED) < -cap ? 1 : 0;
        });
        assertThat(below[0]).isGreaterThan(100);
    }

    /** Jobs that a cap lets start, one after the other, never take usage beyond it. */
    @Test
    void usageNeverPassesAnAbsoluteCap() {
        Seeds.each(ROUNDS, random -> {
            double limit = random.nextInt(1, 100_000);
            FairshareCap cap = FairshareCap.parse(limit + "^");
            double usage = 0;
            for (int i = 0; i < 50; i++) {
                double request = random.nextInt(1, 20_000);
                boolean allowed = cap.allows(usage, 1e6, request);
                assertThat(allowed).isEqualTo(usage + request <= limit);
                usage += allowed ? request : 0;
            }
            assertThat(usage).isLessThanOrEqualTo(limit);
        });
    }

    /**
     * As a percentage of delivered usage: a job that may start stays within it with its request, and less usage never
     * blocks.
     */
    @Test
    void aRelativeCapIsAPercentageOfDeliveredUsage() {
        Seeds.each(ROUNDS, random -> {
            double limit = random.nextInt(1, 100);
            FairshareCap cap = FairshareCap.parse(limit + "%");
            double total = random.nextDouble(1, 1e6);
            double usage = random.nextDouble(total);
            double request = random.nextDouble(total);

            boolean allowed = cap.allows(usage, total, request);

            assertThat(allowed).isEqualTo((usage + request) / total <= limit / 100);
            if (allowed) {
                assertThat(cap.allows(usage / 2, total, request)).isTrue();
                assertThat(cap.allows(usage, total, request / 2)).isTrue();
            }
        });
    }
}
