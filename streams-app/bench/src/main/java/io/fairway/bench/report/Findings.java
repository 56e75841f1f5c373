package io.fairway.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects values while sections run; several values of one measure become one row. */
public final class Findings {
    private record Of(String section, String measure) {}

    private static final class Values {
        private final String unit;
        private final BenchGoal goal;
        private final List<Double> ours = new ArrayList<>();
        private final List<Double> floor = new ArrayList<>();

        Values(String unit, BenchGoal goal) {
            this.unit = unit;
            this.goal = goal;
        }
    }

    private final Map<Of, Values> values = new LinkedHashMap<>();
    private final Map<String, List<CostPicture.Point>> points = new LinkedHashMap<>();

    /** A value of a measure that has no floor. */
    public void add(String section, String measure, String unit, double ours, BenchGoal goal) {
        of(section, measure, unit, goal).ours.add(ours);
    }

    /** A value of a measure and of its floor. */
    public void add(String section, String measure, String unit, double ours, double floor, BenchGoal goal) {
        Values to = of(section, measure, unit, goal);
        to.ours.add(ours);
        to.floor.add(floor);
    }

    private Values of(String section, String measure, String unit, BenchGoal goal) {
        return values.computeIfAbsent(new Of(section, measure), key -> new Values(unit, goal));
    }

    /** A point of the picture: what something costs at a size. */
    public void point(String curve, double size, double cost) {
        points.computeIfAbsent(curve, name -> new ArrayList<>()).add(new CostPicture.Point(size, cost));
    }

    /** What was found, in order of finding. */
    public List<BenchRow> rows() {
        List<BenchRow> rows = new ArrayList<>();
        values.forEach((of, found) ->
                rows.add(new BenchRow(of.section(), of.measure(), found.unit, found.ours, found.floor, found.goal)));
        return rows;
    }

    /** The curves of the picture by name. */
    public Map<String, List<CostPicture.Point>> curves() {
        return points;
    }
}
