package io.fairway.bench.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.bench.bed.GroupWatch.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Costs from marks, by hand. */
class GroupWatchTest {
    private static final long SECOND = 1_000_000_000L;

    /**
     * The first 40 % end at 400 events. From there: 600 events, 3 s of the program, 1.5 s of the broker, 2 s on the
     * wall.
     */
    @Test
    void theFirstPartDoesNotCount() {
        GroupWatch watch = GroupWatch.of(
                List.of(
                        new Reading(0, 0, 0, 0),
                        new Reading(4 * SECOND, 390, 8, 2),
                        new Reading(5 * SECOND, 400, 9, 3),
                        new Reading(7 * SECOND, 1_000, 12, 4.5)),
                1_000);

        Cost cost = watch.cost();
        assertThat(cost.micros()).isCloseTo(5_000, within(1e-6));
        assertThat(cost.brokerMicros()).isCloseTo(2_500, within(1e-6));
        assertThat(cost.withBroker()).isCloseTo(7_500, within(1e-6));
        assertThat(cost.perSecond()).isCloseTo(300, within(1e-6));
        assertThat(watch.isComplete()).isTrue();
        assertThat(watch.seconds()).isEqualTo(7);
    }

    /** Nothing was seen between the warm part and the end: 1,000 events in 2 s with 1 s of the program. */
    @Test
    void aTinyBacklogCountsFromTheLastLookBeforeItsEnd() {
        GroupWatch watch = GroupWatch.of(List.of(new Reading(0, 0, 1, 0), new Reading(2 * SECOND, 1_000, 2, 0)), 1_000);

        assertThat(watch.cost().micros()).isCloseTo(1_000, within(1e-6));
    }

    @Test
    void nothingDoneHasNoCost() {
        GroupWatch watch = GroupWatch.of(List.of(new Reading(0, 5, 1, 0), new Reading(SECOND, 5, 2, 0)), 10);

        assertThat(watch.cost().micros()).isNaN();
        assertThat(watch.isComplete()).isFalse();
    }

    /** It spins until the system has counted it. */
    @Test
    void aProcessThatWorksHasProcessorTimeAndMemory() {
        long pid = ProcessHandle.current().pid();
        double before = ProcessorTime.wholeSeconds(pid);
        long end = System.nanoTime() + 60 * SECOND;
        while (ProcessorTime.wholeSeconds(pid) - before < 0.05) {
            assertThat(System.nanoTime()).isLessThan(end);
        }

        assertThat(ProcessorTime.seconds(pid)).isBetween(0.0, ProcessorTime.wholeSeconds(pid));
        assertThat(ProcessorTime.residentBytes(pid)).isGreaterThan(1_000_000);
    }
}
