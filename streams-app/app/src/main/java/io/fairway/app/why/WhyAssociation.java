package io.fairway.app.why;

import io.fairway.app.explain.Outlook;
import io.fairway.app.policy.PolicyFamily;
import io.fairway.app.policy.UsageReader;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import java.util.ArrayList;
import java.util.List;

/**
 * Why an association stands where it stands.
 *
 * @param summary one sentence
 * @param rows the numbers behind its factor, the factor first; their parts are what goes into them
 * @param formula how the factor is computed, in one line
 * @param sentences its share against its usage, its place, and what costs it most
 * @param changes what would change it
 * @param recovery when it recovers by itself
 */
public record WhyAssociation(
        String summary,
        List<Row> rows,
        String formula,
        List<String> sentences,
        List<String> changes,
        List<String> recovery) {
    public WhyAssociation {
        rows = List.copyOf(rows);
        sentences = List.copyOf(sentences);
        changes = List.copyOf(changes);
        recovery = List.copyOf(recovery);
    }

    /**
     * The answer for a node.
     *
     * @param usage that {@code fairshare} was made of
     * @param nextReset when usage begins anew next, epoch milliseconds; {@link Long#MAX_VALUE} = never
     * @param at the instant of {@code fairshare}, epoch milliseconds
     */
    public static WhyAssociation of(
            PolicyFamily family, Fairshare fairshare, int node, UsageReader usage, long nextReset, long at) {
        Outlook outlook = family.outlook(fairshare, node, usage, nextReset, at);
        Standings standings = new Standings(family.scheduler(), fairshare);
        return new WhyAssociation(
                standings.summary(node),
                fairshare.explain(node).stream().map(WhyAssociation::row).toList(),
                outlook.formula(),
                standings.sentences(node),
                outlook.changes(),
                outlook.recovery());
    }

    private static Row row(Term term) {
        List<Row> inputs = new ArrayList<>();
        for (Term.Input input : term.inputs()) {
            inputs.add(Row.of(input.name(), input.value(), "", "", List.of()));
        }
        return Row.of(term.name(), term.value(), term.rule(), "", inputs);
    }
}
