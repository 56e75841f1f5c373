package io.fairway.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One measure over all runs.
 *
 * @param section that found it
 * @param measure what it is, in words
 * @param unit such as {@code us/event}
 * @param ours Fairway's value of each run
 * @param floor Kafka's value of each run, on the same records; empty = there is no floor
 * @param goal what the median should be
 */
public record BenchRow(
        String section, String measure, String unit, List<Double> ours, List<Double> floor, BenchGoal goal) {
    public BenchRow {
        ours = List.copyOf(ours);
        floor = List.copyOf(floor);
    }

    /** The median of our values; NaN without any. */
    public double value() {
        return median(ours);
    }

    /** The median of the floor's values; NaN without any. */
    public double floorValue() {
        return median(floor);
    }

    /**
     * The median of the ratios of each run: floor and program of one run had the same neighbours. NaN without a floor.
     */
    public double ratio() {
        List<Double> ratios = new ArrayList<>();
        for (int run = 0; run < Math.min(ours.size(), floor.size()); run++) {
            ratios.add(ours.get(run) / floor.get(run));
        }
        return median(ratios);
    }

    public boolean isReached() {
        return goal.isReached(value(), ratio());
    }

    /** The middle value, or the mean of the two in the middle; NaN without any. */
    static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        int n = sorted.size();
        return n == 0 ? Double.NaN : (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
    }
}
