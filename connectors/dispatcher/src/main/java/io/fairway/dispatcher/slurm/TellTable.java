package io.fairway.dispatcher.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What Slurm would be told, as a table for people. */
final class TellTable {
    private TellTable() {}

    /**
     * The lines of the table.
     *
     * @param waiting number of waiting jobs and arrays in the order
     */
    static List<String> of(List<Plan.Telling> tellings, SlurmParameter slurmParameter, int waiting) {
        List<String> table = new ArrayList<>();
        String title = slurmParameter.parameter();
        table.add(line("PLACE", "JOB", "ACCOUNT", "USER", "PRIORITY", "NOW", title.toUpperCase(Locale.ROOT)));
        for (Plan.Telling each : tellings) {
            Long before = each.before();
            table.add(line(
                    Integer.toString(each.place()),
                    each.unit().key().job(),
                    each.unit().job().association().account(),
                    each.unit().job().association().user(),
                    brief(each.unit().job().priority()),
                    before == null ? "-" : Long.toString(slurmParameter.value(before)),
                    Long.toString(slurmParameter.value(each.number()))));
        }
        table.add("would tell " + tellings.size() + " of " + waiting + " waiting jobs and arrays");
        return table;
    }

    private static String brief(double priority) {
        return priority == Math.rint(priority) && Math.abs(priority) < 1e15
                ? Long.toString((long) priority)
                : String.format(Locale.ROOT, "%.6g", priority);
    }

    private static String line(Object... columns) {
        return String.format(Locale.ROOT, "%6s  %-12s  %-14s  %-12s  %14s  %11s  %11s", columns)
                .stripTrailing();
    }
}
