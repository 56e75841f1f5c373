package io.fairway.schedulers.slurm.fairshare;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareTree;

/**
 * Normalised shares and usage, common to the linear, classic and depth-oblivious algorithms.
 *
 * <ol>
 *   <li>Normalised shares S: 1 for root; the S of fsParent for a node with parent shares; else S(fsParent) * shares /
 *       sum of the level, 0 where that sum is 0.
 *   <li>Normalised usage U: raw usage / the usage that counts as all, at most 1, 0 where that is 0.
 * </ol>
 *
 * <p>Source: Slurm 22.05 priority_multifactor, Normalized Shares and Normalized Usage.
 */
public final class Normalised {
    static final String SHARES_RULE = "shares of the node / shares of its level, times the same of every account above";
    public static final String PARENT_SHARES_RULE =
            "parent shares: those of the account above that has shares of its own";

    private Normalised() {}

    static void shares(ShareTree tree, Fairshare.Values values) {
        values.normShares[0] = 1;
        for (int i = 1; i < tree.size(); i++) {
            int above = tree.fsParent(i);
            values.normShares[i] =
                    tree.hasParentShares(i) ? values.normShares[above] : values.normShares[above] * ofLevel(tree, i);
        }
    }

    /** Shares of a node over those of its level; 0 for a level without shares. The node has shares of its own. */
    public static double ofLevel(ShareTree tree, int node) {
        long level = tree.levelShares(node);
        return level == 0 ? 0 : (double) tree.shares(node) / level;
    }

    public static void usage(ShareTree tree, Fairshare.Values values, double all) {
        for (int i = 0; i < tree.size(); i++) {
            values.normUsage[i] = usage(values.raw(i), all);
        }
    }

    /** Rule 2, of raw usage at least 0. */
    public static double usage(double raw, double all) {
        return all > 0 ? Math.min(1, raw / all) : raw > 0 ? 1 : 0;
    }

    static Term sharesTerm(Fairshare fairshare, int node) {
        ShareTree tree = fairshare.tree();
        return Term.of(
                "normalisedShares",
                fairshare.normShares(node),
                tree.hasParentShares(node) ? PARENT_SHARES_RULE : SHARES_RULE,
                in("shares", tree.shares(node)),
                in("levelShares", tree.levelShares(node)),
                in("normalisedSharesAbove", node == 0 ? 1 : fairshare.normShares(tree.fsParent(node))));
    }

    static Term usageTerm(Fairshare fairshare, int node, String rule, Term.Input all) {
        return Term.of("normalisedUsage", fairshare.normUsage(node), rule, in("rawUsage", fairshare.raw(node)), all);
    }
}
