package io.fairway.readers.slurm;

import io.fairway.readers.line.BadValueException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Trackable resources as Slurm prints them, such as {@code billing=2,cpu=2,gres/gpu:a100=1,mem=62.50G,node=1}.
 *
 * <ol>
 *   <li>Memory is in MB; {@code K}, {@code G}, {@code T} and {@code P} are 1/1024, 1024 ... of it, as in the commands of
 *       Slurm. Without {@code --noconvert} it has two decimals.
 *   <li>Energy is left out: it is used up, not held, and a run without a reading has 2^64 - 2 of it.
 * </ol>
 */
final class SlurmTres {
    private static final String ENERGY = "energy";
    private static final String UNITS = "KMGTPE";

    private SlurmTres() {}

    /**
     * Counts by name; empty for an empty text.
     *
     * @param field the name of the value, for messages
     * @throws BadValueException if it is no list of name=count
     */
    static Map<String, Double> parse(String field, String text) {
        Map<String, Double> counts = new TreeMap<>();
        int from = 0;
        while (from < text.length()) {
            int comma = text.indexOf(',', from);
            int to = comma < 0 ? text.length() : comma;
            int equals = text.indexOf('=', from);
            if (equals <= from || equals >= to) {
                throw new BadValueException(field, text, "must be a list such as cpu=2,mem=200M,node=1");
            }
            String name = text.substring(from, equals);
            if (!name.equals(ENERGY)) {
                counts.put(name, count(field, name, text.substring(equals + 1, to)));
            }
            from = to + 1;
        }
        return counts;
    }

    private static double count(String field, String name, String text) {
        return name.equals("mem") ? megabytes(field, text) : count(field, text);
    }

    /**
     * A count of anything but memory; K is 1024.
     *
     * @throws BadValueException if it is no count
     */
    static double count(String field, String text) {
        return number(field, text, 0);
    }

    /**
     * Memory in MB; a number without a unit is in MB.
     *
     * @throws BadValueException if it is no memory
     */
    static double megabytes(String field, String text) {
        return number(field, text, UNITS.indexOf('M') + 1);
    }

    /** @param base the unit of a bare number: 0 for ones, 1 for K, 2 for M */
    private static double number(String field, String text, int base) {
        int last = text.length() - 1;
        int unit = last < 0 ? -1 : UNITS.indexOf(Character.toUpperCase(text.charAt(last)));
        String digits = unit < 0 ? text : text.substring(0, last);
        if (digits.isEmpty() || !digits.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.')) {
            throw new BadValueException(field, text, "must be a count such as 2 or 62.50G");
        }
        try {
            double number = Double.parseDouble(digits);
            return unit < 0 ? number : Math.scalb(number, 10 * (unit + 1 - base));
        } catch (NumberFormatException e) {
            throw new BadValueException(field, text, "must be a count such as 2 or 62.50G");
        }
    }
}
