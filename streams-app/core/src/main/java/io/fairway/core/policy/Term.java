package io.fairway.core.policy;

import java.util.List;

/**
 * One number of an answer, with its rule and the rule's inputs.
 *
 * @param name the field's own name of the number ("effectiveUsage")
 * @param value the number; not a number where the rule gives none
 * @param rule the rule in words, for people
 * @param inputs the numbers that the rule reads
 */
public record Term(String name, double value, String rule, List<Input> inputs) {
    /**
     * A number that a rule reads.
     *
     * @param name the field's own name of the number
     * @param value the number, in the unit that the rule reads
     */
    public record Input(String name, double value) {}

    public Term {
        inputs = List.copyOf(inputs);
    }

    /** A term with these inputs. */
    public static Term of(String name, double value, String rule, Input... inputs) {
        return new Term(name, value, rule, List.of(inputs));
    }

    /** An input. */
    public static Input in(String name, double value) {
        return new Input(name, value);
    }

    /** An input that is a count. */
    public static Input in(String name, long value) {
        return new Input(name, (double) value);
    }
}
