package io.fairway.core.priority;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StandingTest {
    private record Job(double priority, double then, long submitted, String jobId) implements Standing {}

    @Test
    void ordersByPriorityTieBreakerSubmissionAndId() {
        List<Job> ordered = List.of(
                new Job(Double.POSITIVE_INFINITY, -9, 9, "1"),
                new Job(7, 0, 9, "1"),
                new Job(5, 2, 9, "1"),
                new Job(5, 1, 3, "1"),
                new Job(5, 1, 4, "9"),
                new Job(5, 1, 4, "10"),
                new Job(5, -1, 0, "1"),
                new Job(-3, 99, 0, "1"),
                new Job(Double.NEGATIVE_INFINITY, 99, 0, "1"));
        for (int seed = 0; seed < 50; seed++) {
            List<Job> shuffled = new ArrayList<>(ordered);
            Collections.shuffle(shuffled, new Random(seed));

            shuffled.sort(Standing.ORDER);

            assertThat(shuffled).isEqualTo(ordered);
        }
    }
}
