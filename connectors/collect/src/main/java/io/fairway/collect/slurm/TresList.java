package io.fairway.collect.slurm;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Reads Slurm's lists of TRES, such as {@code cpu=2,mem=200M,node=1,billing=2,gres/gpu=1}. */
final class TresList {
    private static final String MEMORY = "mem";
    private static final String UNITS = "KMGTP";
    /** More is refused by the application. */
    private static final double MOST = 1e12;

    private TresList() {}

    /**
     * Counts by name; memory in MB. What Slurm computes from the others, {@code billing}, is left out.
     *
     * @throws IllegalArgumentException for a part that is no name=count; has the part
     */
    static Map<String, Double> of(String text) {
        Map<String, Double> counts = new HashMap<>();
        for (String part : text.isBlank() ? new String[0] : text.split(",")) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("TRES \"" + part + "\": must be name=count");
            }
            String name = part.substring(0, equals);
            if (!name.equals("billing")) {
                counts.put(name, count(name, part.substring(equals + 1), part));
            }
        }
        return counts;
    }

    /** Slurm writes memory in MB if it writes no unit, and 1024 of a unit are one of the next. */
    private static double count(String name, String text, String part) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("TRES \"" + part + "\": must be name=count");
        }
        char last = text.toUpperCase(Locale.ROOT).charAt(text.length() - 1);
        int unit = UNITS.indexOf(last);
        double count;
        try {
            count = Double.parseDouble(unit < 0 ? text : text.substring(0, text.length() - 1));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("TRES \"" + part + "\": must be name=count", e);
        }
        int steps = unit < 0 ? 0 : name.equals(MEMORY) ? unit - 1 : unit + 1;
        double scaled = Math.scalb(count, 10 * steps);
        if (!(scaled >= 0 && scaled <= MOST)) {
            throw new IllegalArgumentException("TRES \"" + part + "\": the count must be 0 to 1e12");
        }
        return scaled;
    }
}
