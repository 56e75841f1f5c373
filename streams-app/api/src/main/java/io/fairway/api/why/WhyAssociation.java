package io.fairway.api.why;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import io.fairway.policies.explain.Outlook;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.family.PolicyView;
import io.fairway.policies.family.UsageReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Why an association has its place.
 *
 * @param summary one sentence
 * @param rows the numbers behind its factor, the factor first; their parts are their inputs. Under Moab also the target and
 *     the windows of usage
 * @param parts the summands of the factor; empty if it is no weighted sum
 * @param formula how the factor is computed, in one line
 * @param sentences its share and usage, its place, and what costs it most
 * @param changes what would change it
 * @param recovery when it recovers by itself
 */
public record WhyAssociation(
        String summary,
        List<Row> rows,
        List<Row> parts,
        String formula,
        List<String> sentences,
        List<String> changes,
        List<String> recovery) {
    public WhyAssociation {
        rows = List.copyOf(rows);
        parts = List.copyOf(parts);
        sentences = List.copyOf(sentences);
        changes = List.copyOf(changes);
        recovery = List.copyOf(recovery);
    }

    /**
     * The answer for a node.
     *
     * @param named the nodes that sentences may name
     * @param usage the usage that {@code fairshare} is computed from
     * @param nextReset when usage is reset next, epoch milliseconds; {@link Long#MAX_VALUE} = never
     * @param at the instant of {@code fairshare}, epoch milliseconds
     */
    public static WhyAssociation of(
            PolicyFamily family,
            Fairshare fairshare,
            int node,
            IntPredicate named,
            UsageReader usage,
            long nextReset,
            long at) {
        PolicyView view = family.view(fairshare.tree(), usage, at);
        Outlook outlook = view.outlook(fairshare, node, named, nextReset);
        Standings standings = new Standings(family.scheduler(), fairshare);
        List<Term> terms = fairshare.explain(node);
        List<Row> rows = new ArrayList<>(
                switch (family.scheduler()) {
                    case SLURM, MOAB -> terms.stream().map(WhyAssociation::row).toList();
                    case LSF ->
                        terms.stream()
                                .map(WhyAssociation::counted)
                                .map(WhyAssociation::row)
                                .toList();
                });
        List<Row> parts = List.of();
        if (family.scheduler() == PolicyFamily.Scheduler.MOAB) {
            parts = terms.stream().skip(1).map(WhyAssociation::part).toList();
        }
        view.numbers(node).forEach(term -> rows.add(number(term)));
        return new WhyAssociation(
                standings.summary(node),
                rows,
                parts,
                outlook.formula(),
                standings.sentences(node),
                outlook.changes(),
                outlook.recovery());
    }

    /** A term of LSF without the inputs that do not count: with a factor of 0 they are not known. */
    private static Term counted(Term term) {
        List<Term.Input> inputs = term.inputs();
        Term.Input factor = inputs.isEmpty() ? null : inputs.get(inputs.size() - 1);
        boolean counts = factor == null || !factor.name().endsWith("_FACTOR") || factor.value() != 0;
        return counts || factor == null ? term : new Term(term.name(), term.value(), term.rule(), List.of(factor));
    }

    /** A subfactor of Moab: its weight is its first input. */
    private static Row part(Term term) {
        double weight = term.inputs().get(0).value();
        double adds = weight * term.value();
        return new Row(term.name(), weight, term.value(), adds, term.rule(), Row.Kind.COMPONENT, "", List.of());
    }

    /** A number, weighted if it has inputs: the first input is the weight. */
    private static Row number(Term term) {
        double weight =
                term.inputs().isEmpty() ? Double.NaN : term.inputs().get(0).value();
        return new Row(term.name(), weight, term.value(), Double.NaN, term.rule(), null, "", List.of());
    }

    private static Row row(Term term) {
        List<Row> inputs = new ArrayList<>();
        for (Term.Input input : term.inputs()) {
            inputs.add(Row.of(input.name(), input.value(), "", "", List.of()));
        }
        return Row.of(term.name(), term.value(), term.rule(), "", inputs);
    }
}
