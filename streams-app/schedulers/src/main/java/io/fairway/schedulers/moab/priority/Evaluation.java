package io.fairway.schedulers.moab.priority;

import io.fairway.core.policy.Term;
import io.fairway.core.priority.Component;
import io.fairway.core.priority.Factor;
import io.fairway.core.priority.Form;
import io.fairway.schedulers.moab.config.CredentialSettings;
import io.fairway.schedulers.moab.config.MoabContext;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.config.PriorityComponent;
import io.fairway.schedulers.moab.config.Subfactor;
import io.fairway.schedulers.moab.config.Weights;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.job.MoabJob;
import java.util.ArrayList;
import java.util.List;

/**
 * The inputs of one job's subfactors.
 *
 * @param job the job
 * @param context the system and its usage
 * @param parameters the configuration
 * @param weights those of the job's partition
 * @param now epoch milliseconds
 */
record Evaluation(MoabJob job, MoabContext context, MoabParameters parameters, Weights weights, long now) {

    /**
     * A computed subfactor, not yet capped.
     *
     * @param subfactor the subfactor
     * @param weight its weight for this job
     * @param form its change with time
     * @param rule the rule in words
     * @param inputs the rule's inputs
     */
    record Part(Subfactor subfactor, double weight, Form form, String rule, List<Term.Input> inputs) {
        Part {
            inputs = List.copyOf(inputs);
        }
    }

    /** A subfactor with its parameter's weight. */
    Part part(Subfactor subfactor, Form form, String rule, Term.Input... inputs) {
        return part(subfactor, 0, form, rule, inputs);
    }

    /** A subfactor with {@code more} added to its weight. */
    Part part(Subfactor subfactor, long more, Form form, String rule, Term.Input... inputs) {
        if (!exists(subfactor)) {
            return new Part(subfactor, 0, new Form.Constant(0), "0: Maui does not have this subfactor", List.of());
        }
        return new Part(subfactor, (double) (weights.weight(subfactor) + more), form, rule, List.of(inputs));
    }

    /** A subfactor that does not change with time. */
    Part constant(Subfactor subfactor, double value, String rule, Term.Input... inputs) {
        return part(subfactor, new Form.Constant(value), rule, inputs);
    }

    /** A count that does not change with time. */
    Part constant(Subfactor subfactor, long value, String rule, Term.Input... inputs) {
        return constant(subfactor, (double) value, rule, inputs);
    }

    boolean exists(Subfactor subfactor) {
        return subfactor.inMaui() || parameters.readings().subfactors() == Readings.Subfactors.ALL;
    }

    /** The settings of the job's credential of a type; empty settings without one. */
    CredentialSettings settings(CredentialType type) {
        return parameters.settings(job.credentials().get(type));
    }

    /** A component of these subfactors, with its cap and theirs. */
    Component component(PriorityComponent kind, double weight, List<Part> parts) {
        double cap = weights.cap(kind);
        return new Component(kind.label(), weight, factors(parts), floor(cap), cap);
    }

    List<Factor> factors(List<Part> parts) {
        List<Factor> factors = new ArrayList<>();
        for (Part part : parts) {
            double cap = weights.cap(part.subfactor());
            factors.add(new Factor(part.subfactor().label(), part.weight(), part.form(), floor(cap), cap));
        }
        return factors;
    }

    /** The value of a subfactor at the instant of evaluation, capped. */
    double value(Part part) {
        double cap = weights.cap(part.subfactor());
        return Math.max(floor(cap), Math.min(cap, part.form().at(now)));
    }

    /** The lower bound of a capped value. */
    private double floor(double cap) {
        return switch (parameters.readings().caps()) {
            case BOTH_DIRECTIONS -> -cap;
            case UPPER_ONLY -> Double.NEGATIVE_INFINITY;
        };
    }
}
