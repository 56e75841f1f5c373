package io.fairway.policies.explain;

import java.util.Comparator;
import java.util.List;

/**
 * A number that is a sum of weighted values.
 *
 * @param of what the number is called
 * @param total the sum of the contributions, before it is bounded or rounded
 * @param parts what it is made of
 */
public record Sum(String of, double total, List<Part> parts) {
    /**
     * A summand.
     *
     * @param contribution what it adds to the sum above it
     * @param parts of a summand that is a weighted sum itself
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

    /** How much of the total a summand is, in per cent; not a number where the total is 0. */
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
