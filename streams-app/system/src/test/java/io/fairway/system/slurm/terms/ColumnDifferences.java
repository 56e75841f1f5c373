package io.fairway.system.slurm.terms;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Numbers of Slurm beside those of Fairway, column by column: how many there were, and which two differ most. */
final class ColumnDifferences {
    private record Column(int count, double largest, String where) {}

    private final Map<String, Column> columns = new LinkedHashMap<>();
    private final List<String> beyond = new ArrayList<>();

    /**
     * Compares two numbers.
     *
     * @param where the job or the association
     * @param least the least that Fairway's number may be greater by
     * @param most the most that it may be greater by
     */
    void add(String column, String where, double slurm, double fairway, double least, double most) {
        double difference = slurm == fairway ? 0 : fairway - slurm;
        if (!(difference >= least && difference <= most)) {
            beyond.add(column + " of " + where + ": " + slurm + " in Slurm, " + fairway + " in Fairway");
        }
        columns.merge(
                column,
                new Column(1, Math.abs(difference), where),
                (before, now) -> new Column(
                        before.count() + 1,
                        Math.max(before.largest(), now.largest()),
                        now.largest() > before.largest() ? now.where() : before.where()));
    }

    /** The same for numbers that are equal up to a tolerance. */
    void add(String column, String where, double slurm, double fairway, double tolerance) {
        add(column, where, slurm, fairway, -tolerance, tolerance);
    }

    /** Notes what has no number to compare. */
    void unlike(String what) {
        beyond.add(what);
    }

    /** How many numbers were compared in a column. */
    int count(String column) {
        Column found = columns.get(column);
        return found == null ? 0 : found.count();
    }

    /** What is beyond its tolerance, in words. */
    List<String> beyond() {
        return List.copyOf(beyond);
    }

    /** Counts and largest differences, a column a line. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        columns.forEach((name, column) -> text.append(String.format(
                Locale.ROOT,
                "%-12s %4d compared, largest difference %.9f (%s)%n",
                name,
                column.count(),
                column.largest(),
                column.where())));
        return text.toString();
    }
}
