package io.fairway.policies.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.priority.Component;
import io.fairway.core.priority.Factor;
import io.fairway.core.priority.Form;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.Rounding;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Each expected instant is computed by hand in its comment. */
class OvertakingTest {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final long NOW = 20_000 * DAY;

    @Test
    void bothReachTheBoundOneAfterTheOther() {
        // Seven days to the bound: the other has waited for 6 d 20 h, this one for 6 d 10 h, and reaches it in 14 h.
        assertThat(after(age(6 * DAY + 10 * HOUR), age(6 * DAY + 20 * HOUR))).hasValue(14 * HOUR);
    }

    @Test
    void theOtherReachesTheBoundBefore() {
        // 100 behind for 3.5 days; then 400 + 1000 t / 7 d = 1000, t = 4.2 d.
        assertThat(after(plus(400, age(0)), age(7 * DAY / 2))).hasValue(4 * DAY + 4 * HOUR + 48 * 60_000);
    }

    /** In the end it is behind again: only between the turns is it before the other. */
    @Test
    void itIsBeforeTheOtherForAWhile() {
        Form fast = new Form.Ramp(NOW, 1000, 360, 0, 0, 100);
        Form slow = new Form.Ramp(NOW, 1000, 3600, 50, 0, Double.POSITIVE_INFINITY);
        // 10 an hour against 1 an hour: 50 are made up for after 50 / 9 h, which are 20,000 s. At most 100, it is
        // passed after 50 h.
        assertThat(after(Component.of("fast", 1, fast), Component.of("slow", 1, slow)))
                .hasValue(20_000_000);
    }

    @Test
    void aTermBeginsLater() {
        Form jump = new Form.Ramp(NOW + 5 * HOUR, 1, 0, 0, 0, 200);
        assertThat(after(Component.of("jump", 1, jump), constant(150))).hasValue(5 * HOUR);
        // From 12 h on, 10 an hour: 150 are there after 27 h.
        Form late = new Form.Ramp(NOW + 12 * HOUR, 1000, 360, 0, 0, Double.POSITIVE_INFINITY);
        assertThat(after(Component.of("late", 1, late), constant(150))).hasValue(27 * HOUR);
    }

    @Test
    void aTermGrowsInSteps() {
        // 10 an hour: 55 are passed with the sixth step.
        Form steps = new Form.Step(NOW, HOUR, 10, 100);
        assertThat(after(Component.of("steps", 1, steps), constant(55))).hasValue(6 * HOUR);
        assertThat(after(Component.of("steps", 1, steps), constant(101))).isEmpty();
    }

    @Test
    void aTermRisesToItsTarget() {
        // 1 / r^2 = 4 half an hour before the target.
        Form target = new Form.InverseSquare(NOW + 10 * HOUR, HOUR, 0.1, 0);
        OptionalLong reached = after(Component.of("target", 1, target), constant(4));
        assertThat(reached.orElseThrow()).isBetween(9 * HOUR + 30 * 60_000 - 1, 9 * HOUR + 30 * 60_000 + 1);
    }

    @Test
    void theSumOfSomeFactorsIsBounded() {
        Factor hourly = Factor.of("x", 1, new Form.Ramp(NOW, 1000, 3600, 0, 0, Double.POSITIVE_INFINITY));
        Component bounded = new Component(
                "bounded",
                1,
                List.of(hourly, hourly, Factor.of("y", 1, new Form.Constant(8))),
                Double.NEGATIVE_INFINITY,
                10);
        // The other is at 10 after 1 h and stays there; one an hour are 10 after 10 h.
        assertThat(after(Component.of("own", 1, List.of(hourly)), bounded)).hasValue(10 * HOUR);
    }

    @Test
    void nothingEverChanges() {
        assertThat(after(constant(1), constant(2))).isEmpty();
        assertThat(after(age(0), plus(1, age(0)))).isEmpty();
    }

    /** How long after now the first one catches up. */
    private static OptionalLong after(Component own, Component other) {
        OptionalLong at = Overtaking.first(record(own), 0, record(other), 0, NOW, NOW + 1000 * DAY);
        return at.isEmpty() ? at : OptionalLong.of(at.getAsLong() - NOW);
    }

    private static Component constant(double value) {
        return Component.of("constant", 1, new Form.Constant(value));
    }

    private static Component age(long waited) {
        return Component.of("age", 1000, Form.Ramp.ofSeconds(NOW - waited, 7 * 86_400));
    }

    private static Component plus(double more, Component of) {
        return of.withFactors(
                List.of(of.factors().get(0), Factor.of("more", more / of.weight(), new Form.Constant(1))));
    }

    private static JobPriorityRecord record(Component component) {
        return new JobPriorityRecord(
                List.of(component),
                0,
                0,
                null,
                Rounding.SLURM_U32,
                Double.NEGATIVE_INFINITY,
                Double.POSITIVE_INFINITY,
                false,
                JobPriorityRecord.FOREVER);
    }
}
