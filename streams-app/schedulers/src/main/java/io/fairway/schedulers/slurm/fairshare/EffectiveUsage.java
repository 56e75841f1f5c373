package io.fairway.schedulers.slurm.fairshare;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareTree;

/**
 * Effective usage of the linear and classic algorithms: a node's own usage, moved towards the usage of the account
 * above it in proportion to its shares. The rules are those of {@link ClassicFairshare}, number 2.
 */
final class EffectiveUsage {
    private EffectiveUsage() {}

    /** Computes effective usage from normalised usage, top down; {@code ofRoot} is the value of root itself. */
    static void compute(ShareTree tree, Fairshare.Values values, double ofRoot) {
        values.effectiveUsage[0] = ofRoot;
        for (int i = 1; i < tree.size(); i++) {
            int above = tree.fsParent(i);
            double own = values.normUsage[i];
            double account = values.effectiveUsage[above];
            if (above == 0) {
                values.effectiveUsage[i] = own;
            } else if (isAccounts(tree, i)) {
                values.effectiveUsage[i] = account;
            } else {
                values.effectiveUsage[i] = own + (account - own) * tree.shares(i) / tree.levelShares(i);
            }
        }
    }

    private static boolean isAccounts(ShareTree tree, int node) {
        return tree.hasParentShares(node) || tree.levelShares(node) == 0;
    }

    static Term term(Fairshare fairshare, int node) {
        ShareTree tree = fairshare.tree();
        int above = Math.max(0, tree.fsParent(node));
        String rule;
        if (node == 0) {
            rule = "root: all of it";
        } else if (above == 0) {
            rule = "directly below root: the normalised usage";
        } else if (isAccounts(tree, node)) {
            rule = tree.hasParentShares(node)
                    ? "parent shares: effective usage of the account above"
                    : "nobody at this level has shares: effective usage of the account above";
        } else {
            rule = "usage + (effective usage of the account above - usage) * shares / shares of the level";
        }
        return Term.of(
                "effectiveUsage",
                fairshare.effectiveUsage(node),
                rule,
                in("normalisedUsage", fairshare.normUsage(node)),
                in("effectiveUsageAbove", fairshare.effectiveUsage(above)),
                in("shares", tree.shares(node)),
                in("levelShares", tree.levelShares(node)));
    }
}
