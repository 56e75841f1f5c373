package io.fairway.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SampleGridTest {
    private static final SampleGrid GRID = new SampleGrid(30_000);

    @Test
    void allHostsHaveTheSamePoints() {
        assertThat(GRID.pointAt(59_999)).isEqualTo(30_000);
        assertThat(GRID.pointAt(60_000)).isEqualTo(60_000);
        assertThat(GRID.pointAt(-1)).isEqualTo(-30_000);
    }

    @Test
    void eachPointIsDueOnceUnlessTheClockOnlyTrembles() {
        assertThat(GRID.isDue(30_000, 59_999, 29_999)).isFalse();
        assertThat(GRID.isDue(30_000, 60_001, 30_001)).isTrue();
        // The clock was set back by a second just after the point, and passes it again.
        assertThat(GRID.isDue(60_000, 59_500, 500)).isFalse();
        assertThat(GRID.isDue(60_000, 60_000, 1_000)).isFalse();
    }

    @Test
    void theGridFollowsAClockThatJumps() {
        // An hour ahead: one sample, and the points between are missed.
        assertThat(GRID.isDue(60_000, 3_660_000, 20_000)).isTrue();
        assertThat(GRID.missed(60_000, 3_660_000)).isEqualTo(119);
        // An hour back.
        assertThat(GRID.isDue(3_660_000, 61_000, 20_000)).isTrue();
        assertThat(GRID.missed(3_660_000, 60_000)).isZero();
        // The clock jumped, but the last sample is too fresh.
        assertThat(GRID.isDue(60_000, 3_660_000, 14_999)).isFalse();
    }

    @Test
    void itAsksOftenEnoughToNoticeAJump() {
        assertThat(GRID.waitMillis(30_000)).isEqualTo(5_000);
        assertThat(GRID.waitMillis(59_000)).isEqualTo(1_000);
        assertThat(new SampleGrid(1_000).waitMillis(999)).isEqualTo(1);
    }

    @Test
    void aHundredThousandHostsAreSpreadEvenly() {
        int[] bySecond = new int[24];
        for (int i = 0; i < 100_000; i++) {
            long delay = GRID.sendDelayMillis("node" + i, 80);
            bySecond[(int) (delay / 1_000)]++;
        }
        // 4,167 hosts a second on average; six standard deviations are 390.
        for (int hosts : bySecond) {
            assertThat(hosts).isBetween(4_167 - 390, 4_167 + 390);
        }
        assertThat(GRID.sendDelayMillis("node7", 80)).isEqualTo(GRID.sendDelayMillis("node7", 80));
        assertThat(GRID.sendDelayMillis("node7", 0)).isZero();
    }

    @Test
    void countersOfAnotherBootOrControlGroupHaveAnotherEpoch() {
        Set<Long> epochs = new TreeSet<>();
        for (String boot : new String[] {"a", "b"}) {
            for (long life = 0; life < 10_000; life++) {
                epochs.add(CounterLife.of(boot, life));
            }
        }
        assertThat(epochs).hasSize(20_000).allMatch(epoch -> epoch >= 0);
    }
}
