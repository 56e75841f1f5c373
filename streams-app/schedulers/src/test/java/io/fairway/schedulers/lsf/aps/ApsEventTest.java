package io.fairway.schedulers.lsf.aps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.schedulers.lsf.aps.AbsolutePriority.Kind;
import io.fairway.schedulers.lsf.aps.ApsState.Place;
import io.fairway.schedulers.lsf.config.LsfSettings;
import io.fairway.schedulers.lsf.fairshare.Consumption;
import io.fairway.schedulers.lsf.fairshare.DynamicPriority;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every row of the table of job events, and the changes by administrators and resize requests. */
class ApsEventTest {
    private static final long HOUR = 3_600_000;
    private static final long NOW = 1_700_000_000_000L;
    private static final JobPriorityRules RULES = JobPriorityRules.of(100L, "3/20");
    private static final ApsParameters EXAMPLE_1 = ApsParameters.parse("WEIGHT[[JPRIORITY,1][QPRIORITY,10]]");

    private static double value(ApsState state, long now) {
        return AbsolutePriority.evaluate(ApsRequest.of(1, 0, 0, 30), state, 0, EXAMPLE_1, RULES, now)
                .value();
    }

    /** 65 minutes pending: 50 + 9 + 10 * 30; then the job runs. */
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

    /** The 5 minutes of an unfinished interval still count: 15 more complete it. */
    @Test
    void aRerunJobContinuesItsEscalation() {
        ApsState rerun = ApsEvent.RERUN.apply(running(), NOW + HOUR, false, ApsEvent.Settings.DEFAULTS);

        assertThat(value(rerun, NOW + HOUR)).isEqualTo(359);
        assertThat(value(rerun, NOW + HOUR + 15 * 60_000 - 1)).isEqualTo(359);
        assertThat(value(rerun, NOW + HOUR + 15 * 60_000)).isEqualTo(362);
        assertThat(rerun.place()).isEqualTo(Place.USUAL);
    }

    @Test
    void aRerunResizableJobLosesItsEscalationButAMigratedOneDoesNot() {
        ApsState rerun = ApsEvent.RERUN.apply(withAdmin(10), NOW + HOUR, true, ApsEvent.Settings.DEFAULTS);
        ApsState migrated = ApsEvent.MIGRATE.apply(withAdmin(10), NOW + HOUR, true, ApsEvent.Settings.DEFAULTS);

        assertThat(value(rerun, NOW + HOUR)).isEqualTo(360);
        assertThat(rerun.pended(NOW + HOUR)).isEqualTo(65 * 60_000);
        assertThat(value(migrated, NOW + HOUR)).isEqualTo(369);
        assertThat(value(migrated, NOW + HOUR + 15 * 60_000)).isEqualTo(372);
    }

    @Test
    void suspendedJobsGoFirstAndSoDoMigratedOnesUnlessTheyPend() {
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
    void aSettingPlacesARequeuedJob() {
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
    void theLastValueOfAnAdministratorApplies() {
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
    void aResizeRequestChangesOnlyTheProcessors() {
        ApsParameters parameters =
                ApsParameters.parse("WEIGHT[[PROC,1000][MEM,100][SWAP,10][JPRIORITY,1][QPRIORITY,1][FS,2]]");
        ApsState state = ApsState.submitted(NOW - 65 * 60_000, 50).withAdmin(7, true);
        ApsRequest request = ApsRequest.of(4, 2, 3, 30).resized(8);

        // 8000 + 200 + 30 + 59 + 30 + 2 * 0.25 (the user's current priority) + 7
        assertThat(AbsolutePriority.evaluate(request, state, 0.25, parameters, RULES, NOW)
                        .value())
                .isEqualTo(8326.5);
    }

    /** A granted resize request adds slots and lowers the priority of the user, unless RUN_JOB_FACTOR is 0. */
    @Test
    void aGrownJobLowersTheDynamicPriority() {
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

    /** Reservation and preemption follow the queue; backfill and advance reservations work as without APS. */
    @Test
    void noOtherEventChangesThePriority() {
        assertThat(ApsEvent.values())
                .containsExactly(
                        ApsEvent.START,
                        ApsEvent.USER_REQUEUE,
                        ApsEvent.AUTOMATIC_REQUEUE,
                        ApsEvent.RERUN,
                        ApsEvent.SUSPEND,
                        ApsEvent.MIGRATE);
        assertThat(value(running(), NOW)).isEqualTo(value(ApsState.submitted(NOW - 65 * 60_000, 50), NOW));
    }
}
