package io.fairway.schedulers.lsf.fairshare;

import static io.fairway.schedulers.lsf.LsfGolden.assertSixDigits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** Run time, CPU time and GPU time: the parts that count, and for how long; the arithmetic stands beside each. */
class DynamicPriorityTimeTest {

    /**
     * Steps of 15 minutes, the last one 5 minutes ago. Of the last 20 minutes, 5 count in full, and 15 were there at that
     * step: 10^-0.05 of them is left. Of 40 minutes, 15 more saw two steps, and 5 three.
     */
    @Test
    void aSteppedLawDecaysAllUseAtTheSameSteps() {
        HistoryDecay stepped = HistoryDecay.stepped(5, 900, 0, 300_000);

        assertSixDigits(stepped.accrued(1 / 3.0, 0), 1 / 12.0 + Math.pow(10, -0.05) / 4, "20 minutes");
        assertSixDigits(
                stepped.accrued(2 / 3.0, 0),
                1 / 12.0 + Math.pow(10, -0.05) / 4 + Math.pow(10, -0.1) / 4 + Math.pow(10, -0.15) / 12,
                "40 minutes");
        assertThat(stepped.weight(1 / 12.0)).as("use at the step itself").isEqualTo(1);
        assertSixDigits(stepped.weight(1 / 12.0 + 0.0001), Math.pow(10, -0.05), "use just before the step");
        assertThat(HistoryDecay.stepped(5, 900, 300, 300_000).weight(0.01))
                .as("a step now, by the phase")
                .isEqualTo(Math.pow(10, -0.05));
        assertThat(HistoryDecay.continuous(0).weight(1000)).isEqualTo(1);
        assertThat(HistoryDecay.continuous(0).accrued(7, 2)).isEqualTo(5);
    }

    @Test
    void stepsAreAtMostHistHours() {
        assertThat(HistoryDecay.stepped(5, 18_000, 0, 0).weight(5)).isEqualTo(0.1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HistoryDecay.stepped(5, 18_001, 0, 0))
                .withMessageContaining("at most HIST_HOURS, 5.0 h");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HistoryDecay.stepped(5, -1, 0, 0))
                .withMessageContaining("decay step -1 s");
    }
}
