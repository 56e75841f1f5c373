package io.fairway.readers.slurm;

import io.fairway.readers.line.BadValueException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Trackable resources as Slurm prints them, such as {@code billing=2,cpu=2,gres/gpu:a100=1,mem=62.50G,node=1}.
 *
 * <ol>
 *   <li>Memory ({@code mem}), burst buffers ({@code bb/...}) and memory of GPUs ({@code gres/gpumem}) are in MB;
 *       {@code K}, {@code G}, {@code T} and {@code P} are 1/1024, 1024 ... of it, as in the commands of Slurm. Without
 *       {@code --noconvert} it has two decimals.
 *   <li>Of anything else {@code K} is 1024.
 *   <li>Energy is left out: it is used up, not held, and a run without a reading has 2^64 - 2 of it.
 * </ol>
 */
public final class SlurmTres {
    private static final String ENERGY = "energy";
    private static final String UNITS = "KMGTPE";
    /** The application takes no more. */
    private static final double MAX_COUNT = 1e12;

    private static final String RULE =
            "must be name=count, and the count must be 0 to 1e12, such as cpu=2 or mem=62.50G";

    private SlurmTres() {}

    /**
     * Counts by name; empty for an empty text.
     *
     * @param problems gets each part that cannot be read, with its rule; the others are in the result
     */
    public static Map<String, Double> parse(String text, BiConsumer<String, String> problems) {
        Map<String, Double> counts = new TreeMap<>();
        for (String each : text.isBlank() ? new String[0] : text.split(",", -1)) {
            String part = each.strip();
            int equals = part.indexOf('=');
            String name = equals < 0 ? "" : part.substring(0, equals).strip();
            if (part.isEmpty() || name.equals(ENERGY)) {
                continue;
            }
            double count =
                    equals < 0 ? Double.NaN : number(part.substring(equals + 1).strip(), base(name));
            if (name.isEmpty() || !isCount(count)) {
                problems.accept(part, RULE);
            } else if (name.chars().allMatch(Character::isDigit)) {
                problems.accept(part, "must have the resource's name, not its number in Slurm's database");
            } else {
                counts.put(name, count);
            }
        }
        return counts;
    }

    /** Whether a count is one that the application takes. */
    static boolean isCount(double count) {
        return count >= 0 && count <= MAX_COUNT;
    }

    /** The unit of a bare number: 0 for ones, 2 for M. */
    private static int base(String name) {
        return name.equals("mem")
                        || name.startsWith("bb/")
                        || name.equals("gres/gpumem")
                        || name.startsWith("gres/gpumem:")
                ? UNITS.indexOf('M') + 1
                : 0;
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

    private static double number(String field, String text, int base) {
        double number = number(text, base);
        if (Double.isNaN(number)) {
            throw new BadValueException(field, text, "must be a count such as 2 or 62.50G");
        }
        return number;
    }

    /** @param base the unit of a bare number: 0 for ones, 1 for K, 2 for M */
    private static double number(String text, int base) {
        int last = text.length() - 1;
        int unit = last < 0 ? -1 : UNITS.indexOf(Character.toUpperCase(text.charAt(last)));
        String digits = unit < 0 ? text : text.substring(0, last);
        if (digits.isEmpty() || !digits.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.')) {
            return Double.NaN;
        }
        try {
            double number = Double.parseDouble(digits);
            return unit < 0 ? number : Math.scalb(number, 10 * (unit + 1 - base));
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
