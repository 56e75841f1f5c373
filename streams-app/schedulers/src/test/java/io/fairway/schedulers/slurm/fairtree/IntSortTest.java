package io.fairway.schedulers.slurm.fairtree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IntSortTest {
    /** Node numbers with few distinct keys: nodes with equal keys must keep their order. */
    @Test
    void sortsStablyAtEverySize() {
        SplittableRandom random = new SplittableRandom(3);
        for (int size = 0; size < 200; size++) {
            int[] keys = random.ints(size, 0, 8).toArray();
            int[] nodes = IntStream.range(0, size).toArray();
            int[] expected = IntStream.range(0, size)
                    .boxed()
                    .sorted(Comparator.comparingInt(node -> keys[node]))
                    .mapToInt(Integer::intValue)
                    .toArray();

            IntSort.sort(nodes, (a, b) -> Integer.compare(keys[a], keys[b]));

            assertThat(nodes).containsExactly(expected);
        }
    }
}
