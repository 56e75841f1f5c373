package io.fairway.api.forecast;

import io.fairway.api.why.Places;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.family.UsageReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Fairshare of a tree with usage that somebody corrects, at the same instant as without. */
public final class AdjustmentEffect {
    /** A node and its places: 0 = it has none. */
    public record Move(NodeId node, long before, long after) {}

    private AdjustmentEffect() {}

    /**
     * Fairshare with amounts added to usage.
     *
     * @param at the instant of the usage, epoch milliseconds; no change is later
     */
    public static Fairshare ofAmounts(
            PolicyFamily family, ShareTree tree, UsageReader usage, List<UsageChange> changes, long at) {
        WhatIfUsage corrected = new WhatIfUsage(usage, family.measures());
        changes.forEach(corrected::apply);
        return family.view(tree, corrected, at).fairshare();
    }

    /**
     * Fairshare with usage that begins anew at this instant.
     *
     * @param measure the measure that it concerns; null = every one
     * @param reach the associations
     */
    public static Fairshare ofReset(
            PolicyFamily family,
            ShareTree tree,
            UsageReader usage,
            @Nullable String measure,
            Predicate<NodeId> reach,
            long at) {
        WhatIfUsage corrected = new WhatIfUsage(usage, family.measures());
        for (MeasureDefinition of : family.measures()) {
            if (isReset(of) && (measure == null || measure.equals(of.name()))) {
                for (int node = 1; node < tree.size(); node++) {
                    if (tree.isUser(node) && reach.test(tree.id(node))) {
                        corrected.reset(of, tree.id(node), at);
                    }
                }
            }
        }
        return family.view(tree, corrected, at).fairshare();
    }

    /** Whether a reset by adjustment clears a measure: usage that accumulates, and what finished runs left. */
    public static boolean isReset(MeasureDefinition measure) {
        return measure.windows() == null
                && measure.ofAssociations()
                && (measure.kind().accumulates()
                        || measure.kind() == Measure.Kind.FINISHED_RUN
                        || measure.kind() == Measure.Kind.FINISHED_RUN_SPREAD);
    }

    /** The users whose places differ, by their places afterwards. */
    public static List<Move> moves(Fairshare before, Fairshare after) {
        long[] were = Places.all(before);
        long[] are = Places.all(after);
        List<Move> moves = new ArrayList<>();
        for (int node = 1; node < were.length; node++) {
            if (were[node] != are[node]) {
                moves.add(new Move(before.tree().id(node), were[node], are[node]));
            }
        }
        moves.sort(java.util.Comparator.comparingLong(Move::after));
        return moves;
    }
}
