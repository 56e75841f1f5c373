package io.fairway.core.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows against a plain count of every segment, in every order, with retractions and late facts. */
class WindowRingTest {
    private static final long HOUR = 3_600_000;
    private static final long NOW = 1_795_000_000_000L;
    private static final long PROC = 1L << Rate.BITS;
    private static final Windowing WINDOWING = new Windowing(6 * HOUR, 5);

    @Test
    void splitsARunAtTheBoundaries() {
        WindowRing ring = new WindowRing(WINDOWING);
        long boundary = WINDOWING.start(WINDOWING.index(NOW));
        ring.add(new Segment(boundary - 10 * HOUR, boundary + 1, 4 * PROC));

        assertThat(procSeconds(ring, NOW)).containsExactly(0.004, 4 * 6 * 3600.0, 4 * 4 * 3600.0, 0.0, 0.0);
    }

    @Test
    void aRunningJobGrowsWithoutFurtherFacts() {
        WindowRing ring = new WindowRing(WINDOWING);
        long boundary = WINDOWING.start(WINDOWING.index(NOW));
        ring.add(new Segment(boundary - HOUR, Segment.OPEN, 2 * PROC));
        String before = ring.toString();

        assertThat(procSeconds(ring, boundary)).containsExactly(0.0, 7200.0, 0.0, 0.0, 0.0);
        assertThat(procSeconds(ring, boundary + 90_000)).containsExactly(180.0, 7200.0, 0.0, 0.0, 0.0);
        assertThat(procSeconds(ring, boundary + 12 * HOUR)).containsExactly(0.0, 43200.0, 43200.0, 7200.0, 0.0);
        assertThat(procSeconds(ring, boundary + 1000 * HOUR))
                .containsExactly(2.0 * 4 * 3600, 43200.0, 43200.0, 43200.0, 43200.0);
        assertThat(ring.toString()).isEqualTo(before);
    }

    @Test
    void aLateSegmentCountsInItsOwnWindows() {
        WindowRing ring = new WindowRing(WINDOWING);
        long boundary = WINDOWING.start(WINDOWING.index(NOW));
        ring.advance(NOW);
        ring.add(new Segment(boundary - 13 * HOUR, boundary - 11 * HOUR, PROC));
        ring.add(new Segment(boundary - 1000 * HOUR, boundary - 999 * HOUR, PROC));

        assertThat(procSeconds(ring, NOW)).containsExactly(0.0, 0.0, 3600.0, 3600.0, 0.0);
    }

    /** A run from before all kept windows that ends in one of them, reported after they were forgotten. */
    @Test
    void aRunFromBeforeTheOldestWindowCountsInTheKeptOnes() {
        WindowRing ring = new WindowRing(WINDOWING);
        long boundary = WINDOWING.start(WINDOWING.index(NOW));
        ring.advance(NOW);
        ring.add(new Segment(boundary - 1000 * HOUR, boundary - 17 * HOUR, PROC));

        assertThat(procSeconds(ring, NOW)).containsExactly(0.0, 0.0, 0.0, 3600.0, 6 * 3600.0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyOrderGivesTheSameBitsAndTheSameWindows(long seed) {
        Random random = new Random(seed);
        List<Segment> segments = segments(random, 80);
        List<Segment> wrong = segments(random, 20);
        List<Segment> facts = new ArrayList<>(segments);
        wrong.forEach(segment -> {
            facts.add(segment);
            facts.add(segment.negated());
        });
        // Reported twice: the second is retracted.
        segments.subList(0, 10).forEach(segment -> {
            facts.add(segment);
            facts.add(segment.negated());
        });
        WindowRing plain = new WindowRing(WINDOWING);
        segments.forEach(plain::add);
        plain.advance(NOW);

        for (int order = 0; order < 12; order++) {
            Collections.shuffle(facts, random);
            WindowRing ring = new WindowRing(WINDOWING);
            for (Segment segment : facts) {
                if (random.nextInt(5) == 0) {
                    ring.advance(NOW - random.nextLong(60 * HOUR));
                }
                ring.add(segment);
            }
            ring.advance(NOW);

            assertThat(ring.toString()).isEqualTo(plain.toString());
        }
        assertThat(units(plain, NOW)).isEqualTo(counted(segments, NOW, WINDOWING));
    }

    /** As long as no window is forgotten, the windows add up to all usage. */
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void windowsAddUpToTheTotal(long seed) {
        List<Segment> segments = segments(new Random(seed), 60);
        WindowRing ring = new WindowRing(new Windowing(HOUR, 200));
        segments.forEach(ring::add);

        BigInteger total = BigInteger.ZERO;
        for (Segment segment : segments) {
            long end = segment.isOpen() ? NOW : segment.end();
            total = total.add(BigInteger.valueOf(segment.rate()).multiply(BigInteger.valueOf(end - segment.start())));
        }
        assertThat(units(ring, NOW).stream().reduce(BigInteger.ZERO, BigInteger::add))
                .isEqualTo(total);
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void ringsAddUpAsTheirSegmentsDo(long seed) {
        Random random = new Random(seed);
        List<Segment> segments = segments(random, 60);
        WindowRing whole = new WindowRing(WINDOWING);
        WindowRing even = new WindowRing(WINDOWING);
        WindowRing odd = new WindowRing(WINDOWING);
        for (int i = 0; i < segments.size(); i++) {
            whole.add(segments.get(i));
            (i % 2 == 0 ? even : odd).add(segments.get(i));
        }
        odd.add(even);

        assertThat(odd.toString()).isEqualTo(whole.toString());
        assertThatThrownBy(() -> odd.add(new WindowRing(new Windowing(HOUR, 5))))
                .hasMessageContaining("to add the rings");
    }

    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33})
    void aStoredRingIsTheSameRing(long seed) {
        WindowRing ring = new WindowRing(WINDOWING);
        segments(new Random(seed), 30).forEach(ring::add);
        WindowRing restored = WindowRing.restore(WINDOWING, ring.rate(), ring.newest());
        ring.forEachRow(restored::restoreRow);

        assertThat(restored.toString()).isEqualTo(ring.toString());
        assertThat(units(restored, NOW)).isEqualTo(units(ring, NOW));
    }

    /**
     * A run in every window and before: each kept window comes once, oldest first. Rings differ when their runs differ.
     */
    @Test
    void rowsAreTheKeptWindowsOldestFirst() {
        WindowRing ring = new WindowRing(WINDOWING);
        long newest = WINDOWING.index(NOW);
        for (long index = newest - 9; index <= newest; index++) {
            ring.add(new Segment(WINDOWING.start(index), WINDOWING.start(index) + HOUR, PROC));
        }
        List<Long> rows = new ArrayList<>();
        ring.forEachRow((index, back, sum) -> rows.add(index));
        WindowRing other = new WindowRing(WINDOWING);
        other.add(new Segment(NOW - 100 * HOUR, NOW, 2 * PROC));

        assertThat(rows).containsExactly(newest - 4, newest - 3, newest - 2, newest - 1, newest);
        assertThat(ring.windowing()).isEqualTo(WINDOWING);
        assertThat(ring.toString()).isNotBlank().isNotEqualTo(other.toString());
        assertThat(ring.toString()).contains("[" + newest + " ");
    }

    @Test
    void aRetractionLeavesNothing() {
        WindowRing ring = new WindowRing(WINDOWING);
        assertThat(ring.isEmpty()).isTrue();
        Segment segment = new Segment(NOW - 20 * HOUR, NOW - HOUR, 12_345_678_901L);
        ring.add(segment);
        assertThat(ring.isEmpty()).isFalse();
        ring.add(segment.negated());
        assertThat(ring.isEmpty()).isTrue();
        ring.add(new Segment(NOW - HOUR, Segment.OPEN, PROC));
        ring.advance(NOW + 1000 * HOUR);
        assertThat(ring.isEmpty()).isFalse();
    }

    @Test
    void amountsCountInTheWindowOfTheirInstant() {
        WindowRing ring = new WindowRing(WINDOWING);
        long boundary = WINDOWING.start(WINDOWING.index(NOW));
        ring.add(new BigDecimal("150000.125"), boundary - 1);
        ring.add(new BigDecimal("-0.125"), boundary - 6 * HOUR);
        ring.add(BigDecimal.ONE, boundary);
        ring.add(BigDecimal.TEN, boundary - 1000 * HOUR);

        assertThat(procSeconds(ring, NOW)).containsExactly(1.0, 150_000.0, 0.0, 0.0, 0.0);
    }

    /** FSDEPTH counts the current window: depth 4 is windows 0 to 3. */
    @Test
    void depthCountsTheCurrentWindow() {
        WindowRing ring = new WindowRing(new Windowing(HOUR, 4));
        long boundary = Math.floorDiv(NOW, HOUR) * HOUR;
        for (int k = 0; k < 6; k++) {
            ring.add(new Segment(boundary - k * HOUR, boundary - k * HOUR + 1000, PROC << k));
        }
        assertThat(ring.decayed(1, NOW)).isEqualTo(1 + 2 + 4 + 8);
        assertThat(ring.decayed(0.5, NOW)).isEqualTo(4);
        assertThat(ring.decayed(0, NOW)).isEqualTo(1);
    }

    @Test
    void refusesImpossibleWindows() {
        assertThatThrownBy(() -> new Windowing(999, 4)).hasMessageContaining("FSINTERVAL 999");
        assertThatThrownBy(() -> new Windowing(HOUR, 0)).hasMessageContaining("FSDEPTH 0");
        assertThatThrownBy(() -> new Windowing(HOUR, 1025)).hasMessageContaining("FSDEPTH 1025");
        assertThatThrownBy(() -> new WindowDecay(WINDOWING, 1.01)).hasMessageContaining("decay 1.01");
    }

    @Test
    void holdsAMillionProcessorsForYears() {
        Windowing years = new Windowing(365 * 24 * HOUR, 3);
        WindowRing ring = new WindowRing(years);
        long million = 1_000_000L * PROC;
        long start = years.start(years.index(NOW));
        for (int i = 0; i < 1000; i++) {
            ring.add(new Segment(start - 365 * 24 * HOUR, Segment.OPEN, million));
        }
        assertThat(ring.windows(start).get(1).units().toBigInteger())
                .isEqualTo(BigInteger.valueOf(million)
                        .multiply(BigInteger.valueOf(1000))
                        .multiply(BigInteger.valueOf(365 * 24 * HOUR)));
    }

    private static List<Segment> segments(Random random, int count) {
        List<Segment> segments = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long start = NOW - 1 - random.nextLong(100 * HOUR);
            long end = start + 1 + random.nextLong(random.nextBoolean() ? HOUR : 80 * HOUR);
            boolean open = end > NOW || random.nextInt(10) == 0;
            segments.add(new Segment(start, open ? Segment.OPEN : end, random.nextLong(1L << 52)));
        }
        return segments;
    }

    /** Counts every window on its own from every segment. */
    private static List<BigInteger> counted(List<Segment> segments, long now, Windowing windowing) {
        List<BigInteger> windows = new ArrayList<>();
        long current = Math.floorDiv(now, windowing.intervalMillis());
        for (int k = 0; k < windowing.depth(); k++) {
            long from = (current - k) * windowing.intervalMillis();
            long to = Math.min(now, from + windowing.intervalMillis());
            BigInteger sum = BigInteger.ZERO;
            for (Segment segment : segments) {
                long millis = Math.min(to, segment.end()) - Math.max(from, segment.start());
                if (millis > 0) {
                    sum = sum.add(BigInteger.valueOf(segment.rate()).multiply(BigInteger.valueOf(millis)));
                }
            }
            windows.add(sum);
        }
        return windows;
    }

    private static List<BigInteger> units(WindowRing ring, long now) {
        return ring.windows(now).stream()
                .map(Window::units)
                .map(Int256::toBigInteger)
                .toList();
    }

    private static List<Double> procSeconds(WindowRing ring, long now) {
        return ring.windows(now).stream().map(Window::procSeconds).toList();
    }
}
