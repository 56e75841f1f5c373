package io.fairway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.simulator.schedule.Act;
import io.fairway.simulator.schedule.Schedule;
import io.fairway.simulator.schedule.ScheduleMaker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
    private static Schedule of(int acts) {
        List<Act> all = new ArrayList<>();
        for (int i = 0; i < acts; i++) {
            all.add(new Act.Compact(i));
        }
        return ScheduleMaker.of(1).with(all);
    }

    private static boolean has(Schedule schedule, long... times) {
        List<Long> there = schedule.acts().stream().map(Act::at).toList();
        for (long time : times) {
            if (!there.contains(time)) {
                return false;
            }
        }
        return true;
    }

    @Test
    void onlyWhatMattersIsLeft() {
        Schedule smallest = Shrinker.shrink(of(100), schedule -> has(schedule, 17, 93), 1_000);

        assertThat(smallest.acts()).containsExactly(new Act.Compact(17), new Act.Compact(93));
    }

    @Test
    void aLimitEndsIt() {
        int[] tries = {0};

        Shrinker.shrink(
                of(1_000),
                schedule -> {
                    tries[0]++;
                    return has(schedule, 17, 93);
                },
                25);

        assertThat(tries[0]).isEqualTo(25);
    }
}
