package io.fairway.system.parity;

import io.fairway.engine.StreamRig;
import io.fairway.scenario.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What {@code evaluate} says of a site beside what the stream published of it. */
final class Comparison {
    /** What another order of a sum of doubles may make of it; of numbers below 1, an absolute amount. */
    private static final double ROUNDING = 1e-9;

    private final String site;
    private final Report report;
    final StreamRig rig;
    private final List<String> differences = new ArrayList<>();
    private int compared;

    Comparison(String site, Report report, StreamRig rig) {
        this.site = site;
        this.report = report;
        this.rig = rig;
    }

    List<String> differences() {
        return differences;
    }

    /** How many values were compared. */
    int compared() {
        return compared;
    }

    /** A number of a row. */
    void same(String section, String row, String column, Number published) {
        number(row + " " + column, number(section, row, column), published.doubleValue(), ROUNDING);
    }

    /** Two numbers, to a part of them and to as much of 1. */
    void number(String what, double evaluated, double published, double rounding) {
        compared++;
        if (!(Math.abs(evaluated - published) <= rounding * Math.max(1, Math.abs(evaluated)))) {
            differs(what, evaluated, published);
        }
    }

    /** Anything that is equal or not. */
    void equal(String what, Object evaluated, Object published) {
        compared++;
        if (!evaluated.equals(published)) {
            differs(what, evaluated, published);
        }
    }

    private void differs(String what, Object evaluated, Object published) {
        differences.add(site + " " + what + ": " + evaluated + " evaluated, " + published + " on the stream");
    }

    double number(String section, String row, String column) {
        return ((Number) Objects.requireNonNull(row(section, row).get(column))).doubleValue();
    }

    private Map<String, ?> row(String section, String key) {
        return Objects.requireNonNull(rows(section).get(key), () -> key + " of " + section)
                .values();
    }

    /** The rows of a section, in their order; none without it. */
    Map<String, Report.Row> rows(String section) {
        var found = report.sections().get(section);
        return found == null ? Map.of() : found.rows();
    }

    /** Whether limits are in the way of a waiting job. */
    void limits(String job) {
        boolean evaluated =
                String.valueOf(row("priorities", job).get("blocked")).contains("MAX");
        equal(job + " beyond a limit", evaluated, !rig.published(job).record().getEligible());
    }

    /** The sums of the waiting jobs. */
    void priorities(RandomSite of) {
        for (RandomSite.Waiting job : of.waiting) {
            same("priorities", job.id(), "sum", rig.sum(job.id(), RandomSite.NOW));
        }
    }
}
