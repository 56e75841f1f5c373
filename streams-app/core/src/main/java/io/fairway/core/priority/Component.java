package io.fairway.core.priority;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * One summand of a priority: {@code weight * clamp(sum over the factors of weight * clamp(form))}. The sum starts at 0
 * and adds the factors in their order.
 *
 * @param name the scheduler's own name ("jobsize", "tres")
 * @param weight of the clamped sum
 * @param factors the parts of the sum
 * @param floor may be negative infinity
 * @param cap may be infinity
 */
@RecordBuilder
public record Component(String name, double weight, List<Factor> factors, double floor, double cap)
        implements ComponentBuilder.With {
    public Component {
        factors = List.copyOf(factors);
        if (!Double.isFinite(weight)) {
            throw new IllegalArgumentException("weight " + weight + " of component " + name + ": must be finite");
        }
        if (!(floor <= cap)) {
            throw new IllegalArgumentException(
                    "range " + floor + " to " + cap + " of component " + name + ": the floor must not exceed the cap");
        }
    }

    /** A component of one form, without floor and cap. */
    public static Component of(String name, double weight, Form form) {
        return of(name, weight, List.of(Factor.of(name, 1, form)));
    }

    /** A component of several factors, without floor and cap. */
    public static Component of(String name, double weight, List<Factor> factors) {
        return new Component(name, weight, factors, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /** The summand at {@code time}. */
    public double at(long time) {
        return weight * clampedSum(time);
    }

    private double clampedSum(long time) {
        double sum = 0;
        for (int i = 0; i < factors.size(); i++) {
            Factor factor = factors.get(i);
            sum += factor.weight() * factor.clamped(time);
        }
        return Form.clamp(sum, floor, cap);
    }

    PriorityTerm term(long time) {
        double value = clampedSum(time);
        return new PriorityTerm(
                name,
                weight,
                value,
                weight * value,
                factors.stream().map(factor -> factor.term(time)).toList());
    }
}
