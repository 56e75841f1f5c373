package io.fairway.core.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MaxMinFairTest {
    @Test
    void whoWantsLessLeavesTheRestToTheOthers() {
        assertThat(MaxMinFair.of(new int[] {11, 2, 200}, 24)).containsExactly(11, 2, 11);
        assertThat(MaxMinFair.of(new int[] {11, 2, 200}, 240)).containsExactly(11, 2, 200);
        assertThat(MaxMinFair.of(new int[] {11, 2, 200}, Long.MAX_VALUE)).containsExactly(11, 2, 200);
    }

    @Test
    void whatIsTooLittleForAllGoesToTheFirst() {
        assertThat(MaxMinFair.of(new int[] {9, 0, 9, 9}, 8)).containsExactly(3, 0, 3, 2);
        assertThat(MaxMinFair.of(new int[] {9, 0, 9, 9}, 2)).containsExactly(1, 0, 1, 0);
        assertThat(MaxMinFair.of(new int[] {9, 9}, 0)).containsExactly(0, 0);
        assertThat(MaxMinFair.of(new int[0], 8)).isEmpty();
    }

    /** Two differ by more than one only if the one with less has all that it wants. */
    @Test
    void partsAreEqualAndTogetherAllThatThereIs() {
        Random random = new Random(37);
        for (int round = 0; round < 2_000; round++) {
            int[] wanted = random.ints(random.nextInt(12), 0, 30).toArray();
            long total = random.nextInt(200);

            int[] parts = MaxMinFair.of(wanted, total);

            assertThat(Arrays.stream(parts).sum())
                    .isEqualTo((int) Math.min(total, Arrays.stream(wanted).sum()));
            int largest = Arrays.stream(parts).max().orElse(0);
            for (int i = 0; i < wanted.length; i++) {
                assertThat(parts[i]).isBetween(Math.min(wanted[i], largest - 1), wanted[i]);
            }
        }
    }
}
