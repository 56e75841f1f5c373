package io.fairway.bench.section;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The closed integral that a year is compared with, against sums by small steps. */
class YearOfJobsTest {
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final long END = YearOfJobs.BEGIN + 365 * DAY;
    private static final double HALF_LIFE = 7.0 * DAY;

    /**
     * By the middle of steps of a minute: the error of a step is of the third power of minute over half-life, about
     * 1e-10.
     */
    private static double bySteps(double processors, long start, long end, long at) {
        double sum = 0;
        for (long t = start; t < end; t += 60_000) {
            sum += processors * 60 * Math.pow(2, (t + 30_000 - at) / HALF_LIFE);
        }
        return sum;
    }

    @Test
    void usageIsTheIntegralOfEachRunDecayedToTheInstant() {
        YearOfJobs year = new YearOfJobs(3, 2);
        long early = END - 30 * DAY;
        long late = END - DAY;
        year.add(1, 4, early, early + 3 * 3_600_000);
        year.add(1, 2, late, late + 5 * 3_600_000);

        double expected = bySteps(4, early, early + 3 * 3_600_000, END) + bySteps(2, late, late + 5 * 3_600_000, END);
        assertThat(year.usage(1, END)).isCloseTo(expected, within(expected * 1e-8));
        // A half-life later, half of it is left.
        assertThat(year.usage(1, END + 7 * DAY)).isCloseTo(expected / 2, within(expected * 1e-8));
        assertThat(year.usage(0, END)).isZero();
        assertThat(year.users()).isEqualTo(1);
    }
}
