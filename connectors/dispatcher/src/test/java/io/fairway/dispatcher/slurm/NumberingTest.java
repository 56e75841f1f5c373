package io.fairway.dispatcher.slurm;

import static io.fairway.dispatcher.slurm.Numbering.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberingTest {
    private final Numbering numbering = new Numbering(SlurmParameter.LEAST, SlurmParameter.MOST, 1);

    @Test
    void aFirstOrderStandsInTheMiddleWithRoomAround() {
        long[] numbers = numbering.assign(new long[] {NONE, NONE, NONE});

        assertThat(numbers[0] - numbers[1]).isEqualTo(65_536);
        assertThat(numbers[1] - numbers[2]).isEqualTo(65_536);
        assertThat(numbers[1]).isBetween(1_000_000_000L, 1_150_000_000L);
    }

    @Test
    void anOrderThatStandsKeepsItsNumbers() {
        long[] had = {5_000_000, 4_000_000, 3_000_001, 3_000_000};

        assertThat(numbering.assign(had)).containsExactly(had);
    }

    @Test
    void aNewJobInTheMiddleMovesNoOther() {
        assertThat(numbering.assign(new long[] {5_000_000, NONE, 4_000_000}))
                .containsExactly(5_000_000, 4_500_000, 4_000_000);
    }

    @Test
    void newJobsAtTheEndsMoveNoOther() {
        assertThat(numbering.assign(new long[] {NONE, 5_000_000, NONE, NONE}))
                .containsExactly(5_065_536, 5_000_000, 5_000_000 - 65_536, 5_000_000 - 2 * 65_536);
    }

    @Test
    void aJobThatFallsBackMovesAlone() {
        assertThat(numbering.assign(new long[] {4_000_000, 3_000_000, 5_000_000, 2_000_000}))
                .containsExactly(4_000_000, 3_000_000, 2_500_000, 2_000_000);
    }

    @Test
    void aFullGapTakesRoomFromItsNeighbours() {
        long[] numbers = numbering.assign(new long[] {9_000_000, 5_000_001, NONE, 5_000_000, 2_000_000});

        assertThat(numbers[0]).isEqualTo(9_000_000);
        assertThat(numbers[4]).isEqualTo(2_000_000);
        assertDescending(numbers, 1);
    }

    @Test
    void numbersThatAreCloserThanTheGapAreSpreadOut() {
        Numbering wide = new Numbering(SlurmParameter.LEAST, SlurmParameter.MOST, 1_001);

        assertDescending(wide.assign(new long[] {5_000_500, 5_000_000}), 1_001);
    }

    @Test
    void numbersOutsideTheRangeAreReplaced() {
        long[] numbers = numbering.assign(new long[] {Long.MAX_VALUE, 0, -7});

        assertDescending(numbers, 1);
        assertThat(Arrays.stream(numbers))
                .allMatch(number -> number >= SlurmParameter.LEAST && number <= SlurmParameter.MOST);
    }

    @Test
    void moreJobsThanTheRangeHasRoomForAreCloserThanTheGap() {
        Numbering narrow = new Numbering(1, 100, 30);

        assertDescending(narrow.assign(filled(50)), 1);
        assertThatThrownBy(() -> narrow.assign(filled(1_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1000 jobs");
    }

    /** The most jobs that can keep their numbers, found by trying all subsets. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void asManyAsPossibleKeepTheirNumbers(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            int count = 1 + random.nextInt(10);
            long[] had = random.longs(count, 0, 12)
                    .map(one -> one == 0 ? NONE : 1_000_000_000L + one * 10_000_000L)
                    .toArray();

            long[] numbers = numbering.assign(had);

            assertDescending(numbers, 1);
            long same =
                    IntStream.range(0, count).filter(i -> numbers[i] == had[i]).count();
            assertThat(same).as(Arrays.toString(had)).isEqualTo(mostInOrder(had));
        }
    }

    private static int mostInOrder(long[] had) {
        int best = 0;
        for (int subset = 0; subset < 1 << had.length; subset++) {
            long last = Long.MAX_VALUE;
            boolean inOrder = true;
            for (int i = 0; i < had.length; i++) {
                if ((subset >> i & 1) == 1) {
                    inOrder &= had[i] != NONE && had[i] < last;
                    last = had[i];
                }
            }
            best = inOrder ? Math.max(best, Integer.bitCount(subset)) : best;
        }
        return best;
    }

    /** The worst case for gaps: each new job comes right after the last new one, in front of the same job. */
    @Test
    void manyJobsAtOnePlaceMoveFewOthers() {
        List<Long> order = new ArrayList<>();
        Arrays.stream(numbering.assign(filled(1_000))).forEach(order::add);
        long moved = 0;
        for (int i = 0; i < 5_000; i++) {
            order.add(500 + i, NONE);
            long[] had = order.stream().mapToLong(Long::longValue).toArray();
            long[] numbers = numbering.assign(had);
            for (int j = 0; j < numbers.length; j++) {
                moved += numbers[j] == had[j] ? 0 : 1;
                order.set(j, numbers[j]);
            }
        }

        assertThat(moved).isBetween(5_000L, 30_000L);
    }

    /** A queue that is served at its top and fed at its end walks down through the range. */
    @Test
    void aQueueThatWalksThroughTheRangeMovesFewJobs() {
        Numbering small = new Numbering(1, 100_000_000, 1);
        List<Long> order = new ArrayList<>();
        Arrays.stream(small.assign(filled(100))).forEach(order::add);
        long moved = 0;
        for (int i = 0; i < 10_000; i++) {
            order.remove(0);
            order.add(NONE);
            long[] had = order.stream().mapToLong(Long::longValue).toArray();
            long[] numbers = small.assign(had);
            assertDescending(numbers, 1);
            for (int j = 0; j < numbers.length; j++) {
                moved += numbers[j] == had[j] ? 0 : 1;
                order.set(j, numbers[j]);
            }
        }

        assertThat(moved).isBetween(10_000L, 30_000L);
    }

    private static long[] filled(int count) {
        long[] none = new long[count];
        Arrays.fill(none, NONE);
        return none;
    }

    private static void assertDescending(long[] numbers, long gap) {
        for (int i = 1; i < numbers.length; i++) {
            assertThat(numbers[i - 1] - numbers[i]).as(Arrays.toString(numbers)).isGreaterThanOrEqualTo(gap);
        }
    }
}
