package io.fairway.schedulers.moab.config;

import static io.fairway.schedulers.moab.credential.Fixture.ACCOUNT;
import static io.fairway.schedulers.moab.credential.Fixture.GROUP;
import static io.fairway.schedulers.moab.credential.Fixture.HOUR;
import static io.fairway.schedulers.moab.credential.Fixture.NOW;
import static io.fairway.schedulers.moab.credential.Fixture.QOS;
import static io.fairway.schedulers.moab.credential.Fixture.USER;
import static io.fairway.schedulers.moab.credential.Fixture.evaluate;
import static io.fairway.schedulers.moab.credential.Fixture.job;
import static io.fairway.schedulers.moab.credential.Fixture.parameters;
import static io.fairway.schedulers.moab.credential.Fixture.request;
import static io.fairway.schedulers.moab.credential.Fixture.target;
import static io.fairway.schedulers.moab.credential.Fixture.usage;
import static io.fairway.schedulers.moab.credential.Fixture.weights;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.Fixture;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.job.Accrual;
import io.fairway.schedulers.moab.job.ActiveJob;
import io.fairway.schedulers.moab.job.ActiveRun;
import io.fairway.schedulers.moab.job.MoabJob;
import io.fairway.schedulers.moab.job.MoabJobBuilder;
import io.fairway.schedulers.moab.job.UserActivity;
import io.fairway.schedulers.moab.priority.MoabJobPriority;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Caps; and the published record contains every effect of time. */
class MoabRecordTest {
    @Test
    void capsComeBeforeWeightsAndBoundBothWays() {
        Map<Credential, CredentialSettings> low = Map.of(GROUP, CredentialSettings.NONE.withPriority(-10_000L));
        MoabParametersBuilder parameters = parameters(Map.of(), low)
                .weights(weights(Map.of(Subfactor.GROUP, 3L))
                        .cap(Subfactor.GROUP, 500)
                        .cap(PriorityComponent.CRED, 1000)
                        .weight(PriorityComponent.CRED, 2)
                        .build());

        assertThat(evaluate(job(0), parameters).value(Subfactor.GROUP)).isEqualTo(-500);
        assertThat(evaluate(job(0), parameters).unbounded()).isEqualTo(-2000);
        parameters.readings(Readings.of(MoabDialect.MAUI));
        assertThat(evaluate(job(0), parameters).unbounded()).isEqualTo(-60_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noComponentExceedsItsCap(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 100; i++) {
            Weights.Builder weights = Weights.builder();
            for (Subfactor subfactor : Subfactor.values()) {
                weights.weight(subfactor, random.nextInt(2001) - 1000);
                weights.cap(subfactor, 1 + random.nextInt(100));
            }
            for (PriorityComponent component : PriorityComponent.values()) {
                weights.cap(component, 1 + random.nextInt(10_000));
            }
            Weights all = weights.build();
            MoabJobPriority priority = evaluate(
                    random(random),
                    usage(Map.of(USER, random.nextDouble(100), ACCOUNT, random.nextDouble(100))),
                    parameters(Map.of(), Map.of(USER, target("10"), ACCOUNT, target("70")))
                            .weights(all));

            for (Subfactor subfactor : Subfactor.values()) {
                assertThat(Math.abs(priority.value(subfactor))).isLessThanOrEqualTo(all.cap(subfactor));
            }
            for (PriorityComponent component : PriorityComponent.values()) {
                assertThat(Math.abs(priority.value(component))).isLessThanOrEqualTo(all.cap(component));
            }
        }
    }

    /** A record made at one instant gives the value of a later evaluation at that later instant. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theRecordHoldsAtEveryInstant(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            Weights.Builder weights = Weights.builder();
            for (Subfactor subfactor : Subfactor.values()) {
                weights.weight(subfactor, random.nextInt(2001) - 1000);
                weights.cap(subfactor, random.nextInt(3) == 0 ? 1 + random.nextInt(1000) : 0);
            }
            for (PriorityComponent component : PriorityComponent.values()) {
                weights.weight(component, random.nextInt(21) - 10);
                weights.cap(component, random.nextInt(3) == 0 ? 1 + random.nextInt(100_000) : 0);
            }
            MoabParameters parameters = parameters(
                            Map.of(),
                            Map.of(
                                    USER, target("10"),
                                    QOS,
                                            CredentialSettings.NONE
                                                    .with()
                                                    .queueTimeWeight(5)
                                                    .xfactorWeight(-7)
                                                    .queueTimeTarget(random.nextInt(90_000))
                                                    .xfactorTarget(3.5)
                                                    .build()))
                    .weights(weights.build())
                    .enableNegative(random.nextBoolean())
                    .rejectNegative(random.nextBoolean())
                    .build();
            MoabJob job = random(random).build();
            MoabContext context = usage(Map.of(USER, random.nextDouble(100)));
            JobPriorityRecord record =
                    MoabJobPriority.evaluate(job, context, parameters, NOW).record();
            for (int k = 0; k < 10; k++) {
                long later = NOW + random.nextLong(30 * HOUR);
                MoabJobPriority then = MoabJobPriority.evaluate(job, context, parameters, later);

                assertThat(record.sum(later, Double.NaN))
                        .isCloseTo(then.unbounded(), Offset.offset(1e-9 * Math.max(1, Math.abs(then.unbounded()))));
                assertThat(record.evaluate(later, Double.NaN)).isEqualTo(then.priority());
            }
        }
    }

    /** The same in plain arithmetic: queue time and expansion factor, from their formulas. */
    @Test
    void growsWithTimeByItself() {
        MoabParametersBuilder parameters =
                parameters(Map.of(Subfactor.QUEUETIME, 2L, Subfactor.XFACTOR, 100L), Map.of());
        JobPriorityRecord record = evaluate(job(1800), parameters).record();

        assertThat(record.sum(NOW, 0)).isEqualTo(2 * 30 + 100 * 1.5);
        assertThat(record.sum(NOW + HOUR, 0)).isEqualTo(2 * 90 + 100 * 2.5);
        assertThat(record.evaluate(NOW + 30_000, 0)).isEqualTo(61 + 150);
    }

    /** The rest of the user's active jobs falls while they run, until the first of them reaches its limit. */
    @Test
    void theRestOfTheUsersActiveJobsFalls() {
        UserActivity activity = UserActivity.of(
                List.of(
                        new ActiveJob(4, 7200, Accrual.since(NOW - HOUR)),
                        new ActiveJob(2, 36_000, Accrual.since(NOW - 2 * HOUR)),
                        new ActiveJob(8, 3600, Accrual.since(NOW - 2 * HOUR)),
                        new ActiveJob(1, 3600, Accrual.stopped(1_800_000))),
                0,
                0,
                NOW);
        MoabParametersBuilder parameters = parameters(
                Map.of(Subfactor.FSJPU, 1_000_000L, Subfactor.FSPPU, -1000L, Subfactor.FSPSPU, 1L), Map.of());
        JobPriorityRecord record =
                evaluate(job(0).activity(activity), parameters).record();

        double still = 4_000_000 - 15_000 + 1800;
        assertThat(record.sum(NOW, 0)).isEqualTo(still + 4 * 3600 + 2 * 28_800);
        assertThat(record.sum(NOW + HOUR / 2, 0)).isEqualTo(still + 4 * 1800 + 2 * 27_000);
        assertThat(record.validUntil()).isEqualTo(NOW + HOUR);
        // 4 * 7200 + 2 * 36 000 + 8 * 3600 + 1 * 3600, however long they have run
        Readings allocated = Readings.of(MoabDialect.MOAB).withActiveSeconds(Readings.ActiveSeconds.ALLOCATED);
        JobPriorityRecord whole = evaluate(
                        job(0).activity(activity),
                        parameters(Map.of(Subfactor.FSPSPU, 1L), Map.of()).readings(allocated))
                .record();
        assertThat(whole.sum(NOW, 0)).isEqualTo(133_200);
        assertThat(whole.sum(NOW + HOUR / 2, 0)).isEqualTo(133_200);
        assertThat(evaluate(job(0).activity(activity), parameters(Map.of(Subfactor.FSJPU, 1L), Map.of()))
                        .validUntil())
                .isEqualTo(JobPriorityRecord.FOREVER);
    }

    private static MoabJobBuilder random(Random random) {
        MoabJobBuilder job = MoabJob.builder(
                        "j" + random.nextInt(1000),
                        Fixture.ALL,
                        request(random.nextInt(4) == 0 ? 0 : 60 + random.nextInt(90_000), random.nextInt(64), 2, 100),
                        NOW - random.nextLong(50 * HOUR))
                .bypass(random.nextInt(5))
                .starts(random.nextInt(3))
                .softViolation(random.nextBoolean())
                .userPriority(random.nextInt(4000) - 2000)
                .activity(UserActivity.fixed(random.nextInt(9), random.nextInt(99), random.nextInt(9999), 50, 100));
        if (random.nextBoolean()) {
            job.queue(new Accrual(random.nextLong(HOUR), random.nextBoolean() ? NOW - random.nextLong(HOUR) : null));
        }
        if (random.nextBoolean()) {
            job.deadline(NOW + random.nextLong(20 * HOUR) - 10 * HOUR);
        }
        if (random.nextBoolean()) {
            job.run(new ActiveRun(Accrual.since(NOW - random.nextLong(20 * HOUR)), random.nextInt(4)));
        }
        return job;
    }
}
