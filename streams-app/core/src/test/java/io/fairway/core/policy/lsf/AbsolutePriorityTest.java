package io.fairway.core.policy.lsf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Term;
import io.fairway.core.policy.lsf.AbsolutePriority.Kind;
import io.fairway.core.policy.lsf.ApsState.Place;
import io.fairway.core.priority.JobPriorityRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Rows of the event table, published examples that the golden file does not have, and the record. */
class AbsolutePriorityTest {
    private static final long HOUR = 3_600_000;
    private static final long NOW = 1_700_000_000_000L;
    private static final JobPriorityRules RULES = JobPriorityRules.of(100L, "3/20");
    private static final ApsParameters EXAMPLE_1 = ApsParameters.parse("WEIGHT[[JPRIORITY,1][QPRIORITY,10]]");
    private static final NodeId USER = NodeId.ofUser("normal", "g", "u");

    private static double value(ApsState state, long now) {
        return AbsolutePriority.evaluate(ApsRequest.of(1, 0, 0, 30), state, 0, EXAMPLE_1, RULES, now)
                .value();
    }

    /** 65 minutes pending: 50 + 9 + 10 * 30; then it runs. */
    private static ApsState running() {
        return ApsEvent.START.apply(ApsState.submitted(NOW - 65 * 60_000, 50), NOW, false, ApsEvent.Settings.DEFAULTS);
    }

    private static ApsState withAdmin(double admin) {
        return ApsEvent.START.apply(
                ApsState.submitted(NOW - 65 * 60_000, 50).withAdmin(admin, true),
                NOW,
                false,
                ApsEvent.Settings.DEFAULTS);
    }

    /** 50 + 10 * 20. */
    @Test
    void queuesOfAGroupDifferByTheirPriority() {
        assertThat(AbsolutePriority.evaluate(
                                ApsRequest.of(1, 0, 0, 20),
                                ApsState.submitted(NOW, 50),
                                0,
                                EXAMPLE_1,
                                JobPriorityRules.NONE,
                                NOW)
                        .value())
                .isEqualTo(250);
    }

    @Test
    void aRequeuedJobIsLikeANewOne() {
        for (ApsEvent requeue : List.of(ApsEvent.USER_REQUEUE, ApsEvent.AUTOMATIC_REQUEUE)) {
            for (boolean resizable : new boolean[] {false, true}) {
                ApsState after = requeue.apply(withAdmin(10), NOW + HOUR, resizable, ApsEvent.Settings.DEFAULTS);

                assertThat(value(after, NOW + HOUR)).isEqualTo(350);
                assertThat(value(after, NOW + HOUR + 20 * 60_000)).isEqualTo(353);
            }
        }
    }

    @Test
    void requeueDropsTheSystemValueAndRerunKeepsIt() {
        ApsState running = ApsEvent.START.apply(
                ApsState.submitted(NOW - 65 * 60_000, 50).withSystem(10, true), NOW, false, ApsEvent.Settings.DEFAULTS);
        ApsState rerun = ApsEvent.RERUN.apply(running, NOW + HOUR, false, ApsEvent.Settings.DEFAULTS);
        ApsState requeued = ApsEvent.USER_REQUEUE.apply(running, NOW + HOUR, false, ApsEvent.Settings.DEFAULTS);

        assertThat(AbsolutePriority.evaluate(ApsRequest.of(1, 0, 0, 30), rerun, 0, EXAMPLE_1, RULES, NOW))
                .extracting(AbsolutePriority::kind, AbsolutePriority::value)
                .containsExactly(Kind.SYSTEM, 10.0);
        assertThat(value(requeued, NOW + HOUR)).isEqualTo(350);
    }

    /** The 5 minutes that were over of an interval are not lost: 15 more make it a whole one. */
    @Test
    void aRerunJobGoesOnEscalatingWhereItWas() {
        ApsState rerun = ApsEvent.RERUN.apply(running(), NOW + HOUR, false, ApsEvent.Settings.DEFAULTS);

        assertThat(value(rerun, NOW + HOUR)).isEqualTo(359);
        assertThat(value(rerun, NOW + HOUR + 15 * 60_000 - 1)).isEqualTo(359);
        assertThat(value(rerun, NOW + HOUR + 15 * 60_000)).isEqualTo(362);
        assertThat(rerun.place()).isEqualTo(Place.USUAL);
    }

    @Test
    void aResizableJobThatRunsAgainLosesItsEscalationAndAMigratedOneDoesNot() {
        ApsState rerun = ApsEvent.RERUN.apply(withAdmin(10), NOW + HOUR, true, ApsEvent.Settings.DEFAULTS);
        ApsState migrated = ApsEvent.MIGRATE.apply(withAdmin(10), NOW + HOUR, true, ApsEvent.Settings.DEFAULTS);

        assertThat(value(rerun, NOW + HOUR)).isEqualTo(360);
        assertThat(rerun.pended(NOW + HOUR)).isEqualTo(65 * 60_000);
        assertThat(value(migrated, NOW + HOUR)).isEqualTo(369);
        assertThat(value(migrated, NOW + HOUR + 15 * 60_000)).isEqualTo(372);
    }

    @Test
    void suspendedAndMigratedJobsGoFirstUnlessMigratedJobsPend() {
        ApsEvent.Settings pend = new ApsEvent.Settings(true, false, false, ApsEvent.UserRequeue.AS_PRINTED, false);
        ApsEvent.Settings bottom = new ApsEvent.Settings(true, true, false, ApsEvent.UserRequeue.AS_PRINTED, false);

        ApsState suspended = ApsEvent.SUSPEND.apply(running(), NOW + HOUR, false, ApsEvent.Settings.DEFAULTS);
        assertThat(suspended.place()).isEqualTo(Place.BEFORE_PENDING);
        assertThat(value(suspended, NOW + 9 * HOUR)).isEqualTo(359);
        ApsState migrated = ApsEvent.MIGRATE.apply(suspended, NOW + HOUR, false, ApsEvent.Settings.DEFAULTS);
        assertThat(migrated.place()).isEqualTo(Place.BEFORE_PENDING);
        assertThat(ApsEvent.MIGRATE.apply(running(), NOW, false, pend).place()).isEqualTo(Place.USUAL);
        ApsState atBottom = ApsEvent.MIGRATE.apply(running(), NOW, false, bottom);
        assertThat(atBottom.place()).isEqualTo(Place.BOTTOM);
        assertThat(value(atBottom, NOW)).isEqualTo(359);
    }

    @Test
    void whereARequeuedJobStandsIsConfigured() {
        assertThat(place(ApsEvent.AUTOMATIC_REQUEUE, false, false, ApsEvent.UserRequeue.AS_PRINTED, false))
                .isEqualTo(Place.TOP);
        assertThat(place(ApsEvent.AUTOMATIC_REQUEUE, true, false, ApsEvent.UserRequeue.AS_PRINTED, false))
                .isEqualTo(Place.BOTTOM);
        assertThat(place(ApsEvent.AUTOMATIC_REQUEUE, true, false, ApsEvent.UserRequeue.AS_PRINTED, true))
                .isEqualTo(Place.USUAL);
        assertThat(place(ApsEvent.USER_REQUEUE, false, true, ApsEvent.UserRequeue.AS_PRINTED, false))
                .isEqualTo(Place.TOP);
        assertThat(place(ApsEvent.USER_REQUEUE, false, true, ApsEvent.UserRequeue.AS_NAMED, false))
                .isEqualTo(Place.BOTTOM);
    }

    private static Place place(
            ApsEvent event, boolean bottom, boolean userBottom, ApsEvent.UserRequeue reading, boolean multicluster) {
        return event.apply(
                        running(), NOW, false, new ApsEvent.Settings(false, bottom, userBottom, reading, multicluster))
                .place();
    }

    @Test
    void placesCountWithinEqualValuesAndBeforePendingCountsFirst() {
        List<ApsOrder> order = new ArrayList<>();
        AbsolutePriority low = calculated(10);
        AbsolutePriority high = calculated(20);
        order.add(new ApsOrder("usual", high, 5, Place.USUAL));
        order.add(new ApsOrder("bottom", high, 1, Place.BOTTOM));
        order.add(new ApsOrder("top", high, 9, Place.TOP));
        order.add(new ApsOrder("suspended", low, 9, Place.BEFORE_PENDING));
        order.add(new ApsOrder("earlier", high, 4, Place.USUAL));
        order.add(new ApsOrder("lower", low, 0, Place.TOP));
        Collections.sort(order);

        assertThat(order)
                .extracting(ApsOrder::job)
                .containsExactly("suspended", "top", "earlier", "usual", "bottom", "lower");
    }

    private static AbsolutePriority calculated(double value) {
        return new AbsolutePriority(Kind.CALCULATED, value, List.of());
    }

    @Test
    void theLastValueOfAnAdministratorHolds() {
        ApsState state = ApsState.submitted(NOW, 50).withSystem(10, true).withAdmin(5, true);

        assertThat(state.system()).isNull();
        assertThat(value(state, NOW)).isEqualTo(355);
        assertThat(state.withSystem(-3, true).admin()).isNull();
        assertThat(value(state.withoutApsValues(), NOW)).isEqualTo(350);
        for (Runnable wrong : List.<Runnable>of(
                () -> state.withSystem(0, true),
                () -> state.withAdmin(0, true),
                () -> state.withAdmin(1, false),
                () -> running().withSystem(1, true))) {
            assertThatIllegalArgumentException().isThrownBy(wrong::run).withMessageContaining("value");
        }
    }

    @Test
    void aResizeRequestInheritsAllButTheProcessors() {
        ApsParameters parameters =
                ApsParameters.parse("WEIGHT[[PROC,1000][MEM,100][SWAP,10][JPRIORITY,1][QPRIORITY,1][FS,2]]");
        ApsState state = ApsState.submitted(NOW - 65 * 60_000, 50).withAdmin(7, true);
        ApsRequest request = ApsRequest.of(4, 2, 3, 30).resized(8);

        // 8000 + 200 + 30 + 59 + 30 + 2 * 0.25 (what the user's priority is now) + 7
        assertThat(AbsolutePriority.evaluate(request, state, 0.25, parameters, RULES, NOW)
                        .value())
                .isEqualTo(8326.5);
    }

    /** A resize request that is granted adds slots and lowers the priority of the user, unless RUN_JOB_FACTOR is 0. */
    @Test
    void growingLowersTheDynamicPriority() {
        DynamicPriorityParameters p = DynamicPriorityParameters.DEFAULTS;
        DynamicPriorityParameters zero =
                DynamicPriorityParameters.of(LsfSettings.ofCluster(Map.of("RUN_JOB_FACTOR", "0")), LsfSettings.NONE);

        assertThat(DynamicPriority.evaluate(10, Consumption.ofSlots(8), 0, p).priority())
                .isLessThan(DynamicPriority.evaluate(10, Consumption.ofSlots(2), 0, p)
                        .priority());
        assertThat(DynamicPriority.evaluate(10, Consumption.ofSlots(8), 0, zero).priority())
                .isEqualTo(DynamicPriority.evaluate(10, Consumption.ofSlots(2), 0, zero)
                        .priority());
    }

    @Test
    void membersOfAChunkHaveEverythingInCommonWithTheFirst() {
        ChunkJob first = new ChunkJob("1", "u", "mem", "h", "q", "", 50);
        List<ChunkJob> ordered = List.of(
                first,
                new ChunkJob("2", "other", "mem", "h", "q", "", 50),
                new ChunkJob("3", "u", "swp", "h", "q", "", 50),
                new ChunkJob("4", "u", "mem", "h2", "q", "", 50),
                new ChunkJob("5", "u", "mem", "h", "q2", "", 50),
                new ChunkJob("6", "u", "mem", "h", "q", "", 51),
                new ChunkJob("7", "u", "mem", "h", "q", "profile", 50),
                new ChunkJob("8", "u", "mem", "h", "q", "", 50),
                new ChunkJob("9", "u", "mem", "h", "q", "", 50));

        assertThat(ChunkJob.next(ordered, 3)).extracting(ChunkJob::id).containsExactly("1", "7", "8");
        assertThat(new ChunkJob("a", "u", "", "", "q1", "p", 1).fits(new ChunkJob("b", "u", "", "", "q2", "p", 1)))
                .isTrue();
        assertThat(ChunkJob.next(List.of(), 3)).isEmpty();
    }

    @Test
    void whatAJobAsksFor() {
        assertThat(ApsRequest.processors(2L, 8L, 4L)).isEqualTo(8);
        assertThat(ApsRequest.processors(2L, null, 4L)).isEqualTo(2);
        assertThat(ApsRequest.processors(null, null, 4L)).isEqualTo(4);
        assertThat(ApsRequest.processors(null, null, null)).isEqualTo(1);
        String requirement = "select[mem>500] rusage[mem=400:swp=50.5, lic=1] || rusage[mem=9000]";
        assertThat(ApsRequest.requested(requirement, "mem")).isEqualTo(400);
        assertThat(ApsRequest.requested(requirement, "swp")).isEqualTo(50.5);
        assertThat(ApsRequest.requested("rusage[mem=20 || mem=10]", "mem")).isEqualTo(20);
        assertThat(ApsRequest.requested("select[mem>500]", "mem")).isZero();
    }

    @Test
    void jobPrioritiesHaveARange() {
        assertThat(RULES.submitted(null, false)).isEqualTo(50);
        assertThat(RULES.submitted(100L, false)).isEqualTo(100);
        assertThat(RULES.submitted(500L, true)).isEqualTo(500);
        assertThat(JobPriorityRules.NONE.submitted(null, false)).isZero();
        assertThat(RULES.escalated(99, 20 * 60_000)).isEqualTo(102);
        assertThat(JobPriorityRules.of(100L, "999999999/1").escalated(50, 100 * HOUR))
                .isEqualTo(2147483647.0);
        for (Runnable wrong : List.<Runnable>of(
                () -> RULES.submitted(101L, false),
                () -> RULES.submitted(0L, true),
                () -> JobPriorityRules.NONE.submitted(1L, true))) {
            assertThatIllegalArgumentException().isThrownBy(wrong::run).withMessageContaining("MAX_USER_PRIORITY");
        }
        for (String wrong : List.of("3", "0/20", "3/0", "-3/20", "3/20/1")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> JobPriorityRules.of(1L, wrong))
                    .withMessageContaining("\"" + wrong + "\"");
        }
    }

    /** Two weighted sub-factors of 50 and 300: the limit of WORK is that of the sum, and the largest value that of all. */
    @Test
    void limitsOfFactorsAndTheLargestValue() {
        ApsParameters limited =
                ApsParameters.parse("WEIGHT[[JPRIORITY,1] [QPRIORITY,10] [WORK,2] [FS,100]] LIMIT[[WORK,600] [FS,40]]");
        AbsolutePriority priority = AbsolutePriority.evaluate(
                ApsRequest.of(1, 0, 0, 30), ApsState.submitted(NOW, 50), 0.5, limited, JobPriorityRules.NONE, NOW);

        assertThat(priority.value()).isEqualTo(640);
        assertThat(priority.terms())
                .extracting(term -> term.name() + "=" + term.value())
                .containsExactly("aps=640.0", "FS=40.0", "WORK=600.0", "JPRIORITY=50.0", "QPRIORITY=300.0");
        assertThat(priority.terms().get(2).inputs())
                .containsExactly(Term.in("value", 350.0), Term.in("weight", 2.0), Term.in("limit", 600.0));
        assertThat(AbsolutePriority.evaluate(
                                ApsRequest.of(1, 1e9, 0, 0),
                                ApsState.submitted(NOW, 0),
                                0,
                                ApsParameters.parse("WEIGHT[[MEM,1]]"),
                                JobPriorityRules.NONE,
                                NOW)
                        .value())
                .isEqualTo(1_000_000);
    }

    @Test
    void apsPriorityHasOneForm() {
        ApsParameters parsed = ApsParameters.parse(
                "WEIGHT[[JPRIORITY, 1] [MEM,-0.5]] LIMIT[[MEM,3.5]] GRACE_PERIOD[[MEM,10h] [JPRIORITY,10m] [QPRIORITY,10s] [RSRC,10]]");
        assertThat(parsed.graceMillis(ApsFactor.RSRC)).isEqualTo(10 * HOUR);
        assertThat(parsed.graceMillis(ApsFactor.QPRIORITY)).isEqualTo(10_000);
        assertThat(parsed.weight(ApsFactor.RSRC)).isEqualTo(1);
        assertThat(parsed.weight(ApsFactor.SWAP)).isZero();
        assertThat(ApsText.graceSeconds("10m")).isEqualTo(600);
        Map<String, String> wrong = Map.ofEntries(
                Map.entry("WEIGHT[[MEM,0]]", "WEIGHT of MEM"),
                Map.entry("WEIGHT[[MEM,1]] LIMIT[[MEM,0]]", "LIMIT of MEM"),
                Map.entry("WEIGHT[[MEM,1]] LIMIT[[MEM,-1]]", "LIMIT of MEM"),
                Map.entry("WEIGHT[[MEM,1]] GRACE_PERIOD[[MEM,0]]", "GRACE_PERIOD \"0\""),
                Map.entry("WEIGHT[[MEM,1]] GRACE_PERIOD[[MEM,1d]]", "GRACE_PERIOD \"1d\""),
                Map.entry("WEIGHT[[MEM,1]] LIMIT[[ADMIN,1]]", "LIMIT of ADMIN"),
                Map.entry("WEIGHT[[MEM,1]] GRACE_PERIOD[[ADMIN,1]]", "GRACE_PERIOD of ADMIN"),
                Map.entry("WEIGHT[[NICE,1]]", "WEIGHT of NICE"),
                Map.entry("WEIGHT[[MEM,x]]", "WEIGHT of MEM \"x\""),
                Map.entry("WEIGHT[[MEM,1][MEM,2]]", "twice"),
                Map.entry("WEIGHT[[MEM,1]] WEIGHT[[SWAP,1]]", "twice"),
                Map.entry("WEIGHT[[MEM,1]] FOO[[MEM,1]]", "FOO"),
                Map.entry("WEIGHT[[MEM]]", "must be"),
                Map.entry("LIMIT[[MEM,1]]", "must be WEIGHT"),
                Map.entry("", "must be WEIGHT"));
        wrong.forEach((text, part) -> assertThatIllegalArgumentException()
                .as(text)
                .isThrownBy(() -> ApsParameters.parse(text))
                .withMessageContaining(part));
        assertThat(ApsParameters.parse("WEIGHT[[MEM,2000000]]").warnings("queue q"))
                .extracting(LsfProblem::code)
                .containsExactly(LsfProblem.Code.APS_BEYOND_MAXIMUM);
    }

    /** A record that is made once gives the calculated value at every later instant until it ends. */
    @Test
    void theRecordIsTheSameNumberAtEveryInstant() {
        SplittableRandom random = new SplittableRandom(21);
        ApsFactor[] weighted = {
            ApsFactor.FS,
            ApsFactor.RSRC,
            ApsFactor.PROC,
            ApsFactor.MEM,
            ApsFactor.WORK,
            ApsFactor.JPRIORITY,
            ApsFactor.QPRIORITY,
            ApsFactor.USER
        };
        ApsEvent[] events = ApsEvent.values();
        int ended = 0;
        for (int round = 0; round < 1000; round++) {
            Map<ApsFactor, Double> weights = new EnumMap<>(ApsFactor.class);
            Map<ApsFactor, Double> limits = new EnumMap<>(ApsFactor.class);
            Map<ApsFactor, Long> grace = new EnumMap<>(ApsFactor.class);
            for (ApsFactor factor : weighted) {
                if (random.nextInt(4) > 0) {
                    weights.put(factor, random.nextInt(1, 9) * (random.nextInt(4) == 0 ? -1.0 : 1.0));
                }
                if (random.nextInt(4) == 0) {
                    limits.put(factor, (double) random.nextInt(1, 300));
                }
                if (random.nextInt(4) == 0) {
                    grace.put(factor, HOUR * random.nextInt(1, 6));
                }
            }
            ApsParameters parameters = ApsParameters.of(weights, limits, grace);
            JobPriorityRules rules = random.nextInt(3) == 0 ? JobPriorityRules.NONE : RULES;
            ApsRequest request = new ApsRequest(
                    random.nextInt(1, 20), random.nextInt(100), 0, random.nextInt(1, 50), 0, random.nextInt(-9, 9), 0);
            ApsState state = ApsState.submitted(NOW, random.nextInt(1, 100));
            long now = NOW;
            for (int event = random.nextInt(4); event > 0; event--) {
                now += random.nextLong(2 * HOUR);
                state = events[random.nextInt(events.length)].apply(
                        state, now, random.nextBoolean(), ApsEvent.Settings.DEFAULTS);
            }
            if (state.pendingSince() != null && random.nextInt(3) == 0) {
                state = state.withAdmin(random.nextInt(1, 50), true);
            }
            double fairshare = random.nextDouble(30);
            JobPriorityRecord record = ApsRecord.of(request, state, USER, fairshare, parameters, rules, false, now);
            ended += record.validUntil() < JobPriorityRecord.FOREVER ? 1 : 0;
            double ahead = state.place() == Place.BEFORE_PENDING ? ApsRecord.BEFORE_PENDING : 0;
            for (int look = 0; look < 20; look++) {
                long at = now + random.nextLong(8 * HOUR);
                if (at < record.validUntil()) {
                    double expected = AbsolutePriority.evaluate(request, state, fairshare, parameters, rules, at)
                            .value();
                    assertThat(record.evaluate(at, fairshare) - ahead)
                            .as("round %d, %s at %d of %s", round, weights, at - now, state)
                            .isCloseTo(
                                    expected, Offset.offset(ahead > 0 ? 1e-2 : 1e-9 * Math.max(1, Math.abs(expected))));
                }
            }
        }
        assertThat(ended).isGreaterThan(50);
    }

    /** Of any two jobs, the one that the order puts first has the larger number. */
    @Test
    void recordsSortAsTheOrderDoes() {
        SplittableRandom random = new SplittableRandom(22);
        List<ApsOrder> order = new ArrayList<>();
        Map<String, Double> numbers = new java.util.HashMap<>();
        for (int i = 0; i < 200; i++) {
            ApsState state = ApsState.submitted(NOW - random.nextLong(HOUR), random.nextInt(1, 100));
            if (random.nextInt(4) == 0) {
                state = state.withSystem(random.nextInt(1, 50) * (random.nextBoolean() ? 1 : -1), true);
            }
            if (random.nextInt(4) == 0) {
                state = ApsEvent.SUSPEND.apply(state, NOW, false, ApsEvent.Settings.DEFAULTS);
            }
            ApsRequest request = ApsRequest.of(1, 0, 0, random.nextInt(1, 50));
            order.add(ApsOrder.of("" + i, AbsolutePriority.evaluate(request, state, 0, EXAMPLE_1, RULES, NOW), state));
            numbers.put(
                    "" + i,
                    ApsRecord.of(request, state, null, 0, EXAMPLE_1, RULES, false, NOW)
                            .evaluate(NOW, 0));
        }
        Collections.sort(order);
        double last = Double.POSITIVE_INFINITY;
        for (ApsOrder job : order) {
            double number = numbers.getOrDefault(job.job(), Double.NaN);
            assertThat(number).isLessThanOrEqualTo(last);
            last = number;
        }
    }
}
