package io.fairway.core.priority;

import java.util.List;

/**
 * One line of the explanation of a priority.
 *
 * @param name component, or factor within it
 * @param weight multiplier of the value
 * @param value normalised value, clamped and not yet weighted
 * @param weighted weight * value
 * @param parts the factors of a component; empty for a factor and for fairshare
 */
public record PriorityTerm(String name, double weight, double value, double weighted, List<PriorityTerm> parts) {
    public PriorityTerm {
        parts = List.copyOf(parts);
    }

    static PriorityTerm of(String name, double weight, double value) {
        return new PriorityTerm(name, weight, value, weight * value, List.of());
    }
}
