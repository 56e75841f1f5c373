package io.fairway.policies.explain;

import java.util.Comparator;
import java.util.List;

/**
 * A number that is a sum of weighted values.
 *
 * @param of name of the number
 * @param total sum of the contributions, before bounds and rounding
 * @param parts its summands
 */
public record Sum(String of, double total, List<Part> parts) {
    /**
     * A summand.
     *
     * @param weight multiplier of the value
     * @param value not yet weighted
     * @param contribution what the summand adds to the sum above it
     * @param parts its own summands, if it is a weighted sum itself
     */
    public record Part(String name, double weight, double value, double contribution, List<Part> parts) {
        public Part {
            parts = sorted(parts);
        }

        /** A summand without parts: the weight times the value. */
        public static Part of(String name, double weight, double value) {
            return new Part(name, weight, value, weight * value, List.of());
        }
    }

    public Sum {
        parts = sorted(parts);
    }

    /** The part of the total that a summand makes, per cent; not a number if the total is 0. */
    public double percent(Part part) {
        return total == 0 ? Double.NaN : 100 * part.contribution() / total + 0.0;
    }

    /** The largest first, whatever its sign. */
    private static List<Part> sorted(List<Part> parts) {
        return parts.stream()
                .sorted(Comparator.comparingDouble((Part part) -> -Math.abs(part.contribution())))
                .toList();
    }
}
