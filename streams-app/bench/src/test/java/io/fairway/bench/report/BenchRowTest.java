package io.fairway.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Medians, ratios and goals, by hand. */
class BenchRowTest {
    private static BenchRow row(List<Double> ours, List<Double> floor, BenchGoal goal) {
        return new BenchRow("pipeline", "T1", "us", ours, floor, goal);
    }

    @Test
    void theValueIsTheMedianOfTheRuns() {
        assertThat(row(List.of(9.0, 2.0, 4.0), List.of(), BenchGoal.NONE).value())
                .isEqualTo(4);
        assertThat(row(List.of(9.0, 2.0, 4.0, 6.0), List.of(), BenchGoal.NONE).value())
                .isEqualTo(5);
    }

    /** 10/2, 30/3 and 12/4 are 5, 10 and 3; the ratio of the medians would be 12/3 = 4. */
    @Test
    void theRatioIsTheMedianOfTheRatiosOfEachRun() {
        BenchRow row = row(List.of(10.0, 30.0, 12.0), List.of(2.0, 3.0, 4.0), BenchGoal.NONE);

        assertThat(row.ratio()).isCloseTo(5, within(1e-12));
        assertThat(row.floorValue()).isEqualTo(3);
    }

    @Test
    void aLimitItselfIsGoodEnough() {
        assertThat(row(List.of(5.0), List.of(2.0), BenchGoal.ratioAtMost(2.5)).isReached())
                .isTrue();
        assertThat(row(List.of(5.1), List.of(2.0), BenchGoal.ratioAtMost(2.5)).isReached())
                .isFalse();
        assertThat(row(List.of(33.0), List.of(100.0), BenchGoal.ratioAtLeast(0.33))
                        .isReached())
                .isTrue();
        assertThat(row(List.of(32.0), List.of(100.0), BenchGoal.ratioAtLeast(0.33))
                        .isReached())
                .isFalse();
        assertThat(row(List.of(600.0), List.of(), BenchGoal.valueAtMost(600)).isReached())
                .isTrue();
    }

    @Test
    void whatCouldNotBeMeasuredReachesNoGoal() {
        assertThat(row(List.of(Double.NaN), List.of(), BenchGoal.valueAtMost(1)).isReached())
                .isFalse();
        assertThat(row(List.of(1.0), List.of(Double.NaN), BenchGoal.ratioAtLeast(0.1))
                        .isReached())
                .isFalse();
        assertThat(row(List.of(Double.NaN), List.of(), BenchGoal.NONE).isReached())
                .isTrue();
    }

    @Test
    void numbersHaveFourSignificantDigitsAtMost() {
        assertThat(List.of(
                        BenchGoal.number(12_345.6),
                        BenchGoal.number(123.45),
                        BenchGoal.number(12.345),
                        BenchGoal.number(1.2345),
                        BenchGoal.number(0.012345),
                        BenchGoal.number(0),
                        BenchGoal.number(Double.NaN)))
                .containsExactly("12,346", "123", "12.3", "1.23", "0.012", "0.00", "-");
    }
}
