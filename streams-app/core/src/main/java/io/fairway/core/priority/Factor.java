package io.fairway.core.priority;

/**
 * One factor of a component: {@code weight * clamp(form)}.
 *
 * @param name the scheduler's own name ("age", "cpu")
 * @param weight of the clamped form
 * @param form how the number changes with time
 * @param floor may be negative infinity
 * @param cap may be infinity
 */
public record Factor(String name, double weight, Form form, double floor, double cap) {
    public Factor {
        if (!Double.isFinite(weight)) {
            throw new IllegalArgumentException("weight " + weight + " of factor " + name + ": must be finite");
        }
        if (!(floor <= cap)) {
            throw new IllegalArgumentException(
                    "range " + floor + " to " + cap + " of factor " + name + ": the floor must not exceed the cap");
        }
    }

    /** A factor without floor and cap. */
    public static Factor of(String name, double weight, Form form) {
        return new Factor(name, weight, form, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /** Value of the form at {@code time}, clamped and not yet weighted. */
    double clamped(long time) {
        return Form.clamp(form.at(time), floor, cap);
    }

    PriorityTerm term(long time) {
        double value = clamped(time);
        return PriorityTerm.of(name, weight, value);
    }
}
