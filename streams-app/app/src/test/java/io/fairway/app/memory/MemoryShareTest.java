package io.fairway.app.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryShareTest {
    private static final long MIB = 1 << 20;

    /** The chart's limit of 2 GiB with a heap of 60 %, a container that is all heap, a machine of 64 GiB. */
    @ParameterizedTest
    @CsvSource({"2048, 1228, 410", "1024, 1024, 64", "512, 600, 64", "65536, 16384, 1024"})
    void halfOfWhatTheHeapLeaves(long limit, long heap, long share) {
        assertThat(MemoryShare.of(limit * MIB, heap * MIB)).isEqualTo(share * MIB);
    }

    @Test
    void thisMachineHasAShare() {
        assertThat(MemoryShare.here()).isBetween(64 * MIB, 1024 * MIB);
    }
}
