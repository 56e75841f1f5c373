package io.fairway.schedulers.slurm.multifactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.schedulers.slurm.multifactor.AgeFact.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AgeClockTest {
    private static final AgeFact SUBMITTED = at(100, Kind.SUBMITTED);

    @ParameterizedTest
    @EnumSource(AgeRule.class)
    void countsFromSubmissionForAnEligibleJob(AgeRule rule) {
        assertThat(AgeClock.of(rule, List.of(SUBMITTED))).isEqualTo(since(100));
    }

    @ParameterizedTest
    @EnumSource(AgeRule.class)
    void doesNotCountWithoutSubmission(AgeRule rule) {
        assertThat(AgeClock.of(rule, List.of(at(50, Kind.ELIGIBLE)))).isEqualTo(stopped(0));
    }

    @Test
    void aDependentJobHasNoAgeBeforeItsDependencyIsMetUnlessAccrueAlways() {
        AgeFact waits = at(100, Kind.WAITS_FOR_DEPENDENCY);
        AgeFact met = at(500, Kind.ELIGIBLE);

        assertThat(AgeClock.of(AgeRule.ALWAYS, List.of(SUBMITTED, waits))).isEqualTo(since(100));
        assertThat(AgeClock.of(AgeRule.ALWAYS, List.of(SUBMITTED, waits, met))).isEqualTo(since(100));
        for (AgeRule rule : List.of(AgeRule.WITHOUT_LIMITS, AgeRule.WITH_LIMITS, AgeRule.FREEZING)) {
            assertThat(AgeClock.of(rule, List.of(SUBMITTED, waits))).isEqualTo(stopped(0));
            assertThat(AgeClock.of(rule, List.of(SUBMITTED, waits, met))).isEqualTo(since(500));
        }
    }

    @Test
    void ageStartsAtAFutureBeginTime() {
        List<AgeFact> facts = List.of(SUBMITTED, at(100, Kind.WAITS_FOR_BEGIN), at(3_600_000, Kind.ELIGIBLE));

        AgeClock clock = AgeClock.of(AgeRule.WITHOUT_LIMITS, facts);

        assertThat(clock).isEqualTo(since(3_600_000));
        assertThat(clock.form(600).at(1_000_000)).isZero();
        assertThat(clock.form(600).at(3_660_000)).isEqualTo(0.1);
    }

    @Test
    void aHoldResetsTheAgeOnlyWithLimits() {
        List<AgeFact> held = List.of(SUBMITTED, at(400, Kind.HELD));
        List<AgeFact> released = List.of(SUBMITTED, at(400, Kind.HELD), at(900, Kind.RELEASED));

        assertThat(AgeClock.of(AgeRule.WITH_LIMITS, held)).isEqualTo(stopped(0));
        assertThat(AgeClock.of(AgeRule.WITH_LIMITS, released)).isEqualTo(since(900));
        assertThat(AgeClock.of(AgeRule.WITHOUT_LIMITS, held)).isEqualTo(since(100));
        assertThat(AgeClock.of(AgeRule.WITHOUT_LIMITS, released)).isEqualTo(since(100));
        assertThat(AgeClock.of(AgeRule.ALWAYS, held)).isEqualTo(since(100));
        assertThat(AgeClock.isHeld(held)).isTrue();
        assertThat(AgeClock.isHeld(released)).isFalse();
    }

    @Test
    void aLaterDependencyResetsTheAgeOnlyWithLimits() {
        List<AgeFact> dependent = List.of(SUBMITTED, at(400, Kind.WAITS_FOR_DEPENDENCY));
        List<AgeFact> met = List.of(SUBMITTED, at(400, Kind.WAITS_FOR_DEPENDENCY), at(900, Kind.ELIGIBLE));

        assertThat(AgeClock.of(AgeRule.WITH_LIMITS, dependent)).isEqualTo(stopped(0));
        assertThat(AgeClock.of(AgeRule.WITH_LIMITS, met)).isEqualTo(since(900));
        assertThat(AgeClock.of(AgeRule.WITHOUT_LIMITS, dependent)).isEqualTo(since(100));
    }

    @Test
    void limitsKeepAgeFromStartingAndDoNotResetIt() {
        assertThat(AgeClock.of(
                        AgeRule.WITH_LIMITS, List.of(SUBMITTED, at(100, Kind.EXCEEDS_LIMITS), at(700, Kind.ELIGIBLE))))
                .isEqualTo(since(700));
        assertThat(AgeClock.of(AgeRule.WITH_LIMITS, List.of(SUBMITTED, at(700, Kind.EXCEEDS_LIMITS))))
                .isEqualTo(since(100));
    }

    /** 2.0: "will not change" while the job waits; it neither resets nor reads 0, and continues afterwards. */
    @Test
    void freezesAndContinues() {
        List<AgeFact> facts = new ArrayList<>(List.of(
                SUBMITTED,
                at(60_100, Kind.WAITS_FOR_DEPENDENCY),
                at(90_000, Kind.EXCEEDS_LIMITS),
                at(100_000, Kind.ELIGIBLE),
                at(130_000, Kind.HELD)));

        AgeClock frozen = AgeClock.of(AgeRule.FREEZING, facts);
        facts.add(at(200_000, Kind.RELEASED));
        AgeClock running = AgeClock.of(AgeRule.FREEZING, facts);

        assertThat(frozen).isEqualTo(stopped(60_000 + 30_000));
        assertThat(frozen.form(600).at(150_000)).isEqualTo(90 / 600.0);
        assertThat(frozen.form(600).at(Long.MAX_VALUE / 2)).isEqualTo(90 / 600.0);
        assertThat(running).isEqualTo(new AgeClock(90_000, 200_000L));
        assertThat(running.form(600).at(150_000)).isEqualTo(90 / 600.0);
        assertThat(running.form(600).at(200_000)).isEqualTo(90 / 600.0);
        assertThat(running.form(600).at(210_000)).isEqualTo(100 / 600.0);
        assertThat(running.form(600).at(900_000)).isEqualTo(1);
    }

    @Test
    void bothReasonsToWaitMustEnd() {
        List<AgeFact> facts = new ArrayList<>(
                List.of(SUBMITTED, at(100, Kind.HELD), at(100, Kind.WAITS_FOR_DEPENDENCY), at(300, Kind.RELEASED)));

        assertThat(AgeClock.of(AgeRule.FREEZING, facts)).isEqualTo(stopped(0));
        facts.add(at(400, Kind.ELIGIBLE));
        assertThat(AgeClock.of(AgeRule.FREEZING, facts)).isEqualTo(since(400));
    }

    /** The records of a real requeued job have a new submission time, and a begin time some seconds after it. */
    @ParameterizedTest
    @EnumSource(AgeRule.class)
    void requeueingStartsAgain(AgeRule rule) {
        List<AgeFact> facts = List.of(
                SUBMITTED, at(50_000, Kind.REQUEUED), at(50_000, Kind.WAITS_FOR_BEGIN), at(60_000, Kind.ELIGIBLE));

        assertThat(AgeClock.of(rule, facts)).isEqualTo(since(rule == AgeRule.ALWAYS ? 50_000 : 60_000));
    }

    @ParameterizedTest
    @EnumSource(AgeRule.class)
    void theOrderOfArrivalDoesNotMatter(AgeRule rule) {
        List<AgeFact> facts = Arrays.asList(
                SUBMITTED,
                at(200, Kind.WAITS_FOR_DEPENDENCY),
                at(300, Kind.ELIGIBLE),
                at(400, Kind.HELD),
                at(500, Kind.RELEASED),
                at(600, Kind.EXCEEDS_LIMITS));
        AgeClock expected = AgeClock.of(rule, facts);

        for (int seed = 0; seed < 50; seed++) {
            Collections.shuffle(facts, new Random(seed));
            assertThat(AgeClock.of(rule, facts)).isEqualTo(expected);
        }
    }

    @Test
    void withoutMaximumAgeAnyEligibleJobIsOfFullAge() {
        assertThat(since(100_000).form(0).at(99_999)).isZero();
        assertThat(since(100_000).form(0).at(100_000)).isEqualTo(1);
        assertThat(stopped(0).form(0).at(100_000)).isZero();
        assertThat(stopped(5).form(0).at(100_000)).isEqualTo(1);
    }

    private static AgeFact at(long millis, Kind kind) {
        return new AgeFact(millis, kind);
    }

    private static AgeClock since(long millis) {
        return new AgeClock(0, millis);
    }

    private static AgeClock stopped(long accrued) {
        return new AgeClock(accrued, null);
    }
}
