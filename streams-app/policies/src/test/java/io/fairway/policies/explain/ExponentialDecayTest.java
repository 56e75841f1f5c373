package io.fairway.policies.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Closed forms of decay, against repeated division by hand. */
class ExponentialDecayTest {
    @Test
    void halvesAndFallsToATenth() {
        ExponentialDecay week = ExponentialDecay.halfLife(604_800);
        ExponentialDecay fiveHours = ExponentialDecay.tenthLife(18_000);

        assertThat(week.left(3 * 604_800)).isEqualTo(0.125);
        assertThat(week.until(8, 1)).isCloseTo(3 * 604_800, within(1e-6));
        assertThat(fiveHours.left(36_000)).isCloseTo(0.01, within(1e-16));
        assertThat(fiveHours.until(5, 0.05)).isCloseTo(36_000, within(1e-6));
    }

    @Test
    void isThereOrNeverGetsThere() {
        ExponentialDecay week = ExponentialDecay.halfLife(604_800);

        assertThat(week.until(1, 1)).isZero();
        assertThat(week.until(1, 2)).isZero();
        assertThat(week.until(1, 0)).isInfinite();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExponentialDecay.halfLife(0))
                .withMessageContaining("must be a base above 1 and a time above 0");
    }
}
