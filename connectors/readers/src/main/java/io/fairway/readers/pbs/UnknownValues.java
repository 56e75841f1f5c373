package io.fairway.readers.pbs;

import io.fairway.readers.line.BadValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * Values that are odd, and that no usage needs: they count as unknown, so that no run is lost over them. Only their number
 * and the first of each field are kept.
 */
final class UnknownValues {
    private record Odd(long records, String first) {}

    private final Map<String, Odd> byField = new LinkedHashMap<>();

    /** A value; not a number if it breaks its rule, and that is noted. */
    double orUnknown(String job, DoubleSupplier value) {
        try {
            return value.getAsDouble();
        } catch (BadValueException e) {
            byField.merge(
                    e.line().field(),
                    new Odd(1, "job " + job + ": " + e.getMessage()),
                    (odd, another) -> new Odd(odd.records() + 1, odd.first()));
            return Double.NaN;
        }
    }

    /** A line for each field. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        byField.forEach((field, odd) -> warnings.add(field + " is odd in " + odd.records()
                + (odd.records() == 1 ? " record" : " records") + " and counts as unknown; the first is of "
                + odd.first()));
        return warnings;
    }
}
