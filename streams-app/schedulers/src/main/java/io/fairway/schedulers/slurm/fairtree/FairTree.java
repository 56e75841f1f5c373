package io.fairway.schedulers.slurm.fairtree;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.schedulers.slurm.fairshare.Normalised;
import java.util.List;

/**
 * Fair Tree: a walk of the tree, level by level, ranks the users; the factor is rank / users. If account A deserves
 * more than its sibling B, then every user below A ranks above every user below B.
 *
 * <ol>
 *   <li>Normalised shares S = shares / shares of the level; with parent shares, the S of fsParent; 0 for a level
 *       without shares. Effective usage U = raw usage / raw usage of fsParent, 0 where that is 0.
 *   <li>Level fairshare = S / U: 0 where S = 0 (this rule comes first); infinite where U = 0, which is a valid value;
 *       infinite for a user with parent shares; the constant {@link FairTreeLevels#PARENT_ACCOUNT} for an account with
 *       parent shares, which has no children at its own level.
 *   <li>The children of root sort by level fairshare, largest first; users come before accounts of equal level
 *       fairshare. A user takes the next rank, counted down from the number of users (idle ones and those without
 *       shares included). The walk visits an account's children in the same way before the next sibling.
 *   <li>Ties as documented: users with equal level fairshare share a rank. A user tied with an account has the rank of
 *       the account's best user. The children of tied accounts are sorted together.
 *   <li>Ties as in Slurm: tied accounts are not merged, but walked one after the other. The first user of the second
 *       has the rank of the last user of the first. The share table gives their order.
 *   <li>Every user has its own rank, also a user with parent shares: the factor lies in 1/users..1. Accounts have no
 *       rank.
 * </ol>
 *
 * <p>Source: Slurm 22.05 priority_multifactor, Fair Tree; rule 5 is the actual behaviour of every release from 14.11
 * on.
 *
 * <p>Where we differ: with documented ties, we compare exactly, as rational numbers of shares and usage. With Slurm's
 * ties, we compare 64 bit quotients like Slurm's, in which 3:7 shares with 3:7 usage do not tie.
 */
public final class FairTree implements FairshareAlgorithm {
    /** The treatment of equal level fairshare. */
    public enum Ties {
        /** Rule 4; exact. */
        DOCUMENTED,
        /** Rule 5; 64 bit quotients. */
        SLURM
    }

    private final Ties ties;

    public FairTree(Ties ties) {
        this.ties = ties;
    }

    @Override
    public Fairshare evaluate(ShareTree tree, UsageSnapshot usage) {
        Fairshare.Values values = new Fairshare.Values(tree, usage);
        levels(tree, values);
        Normalised.usage(tree, values, values.raw(0));
        FairTreeLevels levels = switch (ties) {
            case DOCUMENTED -> new ExactLevels(tree, values, usage);
            case SLURM -> new LongDoubleLevels(tree, values);
        };
        FairTreeWalk walk = new FairTreeWalk(tree, values, levels);
        switch (ties) {
            case DOCUMENTED -> walk.asDocumented();
            case SLURM -> walk.asSlurm();
        }
        return values.finish(FairTree::explain);
    }

    /** The same, kept from one instant to the next. */
    public FairTreeRanking ranking(ShareTree tree, UsageSnapshot usage) {
        return new FairTreeRanking(tree, ties, usage);
    }

    private static void levels(ShareTree tree, Fairshare.Values values) {
        values.normShares[0] = 1;
        values.effectiveUsage[0] = 1;
        for (int i = 1; i < tree.size(); i++) {
            int above = tree.fsParent(i);
            double all = values.raw(above);
            values.normShares[i] = tree.hasParentShares(i) ? values.normShares[above] : Normalised.ofLevel(tree, i);
            values.effectiveUsage[i] = all > 0 ? values.raw(i) / all : 0;
        }
    }

    static List<Term> explain(Fairshare fairshare, int node) {
        ShareTree tree = fairshare.tree();
        int above = Math.max(0, tree.fsParent(node));
        return List.of(
                Term.of(
                        "fairshare",
                        fairshare.factor(node),
                        tree.isUser(node) ? "rank / users" : "accounts have no factor under Fair Tree",
                        in("rank", fairshare.rank(node)),
                        in("users", tree.userCount())),
                Term.of(
                        "levelFairshare",
                        fairshare.levelFs(node),
                        levelRule(fairshare, node),
                        in("normalisedShares", fairshare.normShares(node)),
                        in("effectiveUsage", fairshare.effectiveUsage(node))),
                Term.of(
                        "effectiveUsage",
                        fairshare.effectiveUsage(node),
                        "raw usage / raw usage of the account above",
                        in("rawUsage", fairshare.raw(node)),
                        in("rawUsageAbove", fairshare.raw(above))),
                Term.of(
                        "normalisedShares",
                        fairshare.normShares(node),
                        tree.hasParentShares(node) ? Normalised.PARENT_SHARES_RULE : "shares / shares of the level",
                        in("shares", tree.shares(node)),
                        in("levelShares", tree.levelShares(node))));
    }

    private static String levelRule(Fairshare fairshare, int node) {
        if (node == 0) {
            return "root has no siblings";
        }
        if (fairshare.tree().hasParentShares(node)) {
            return fairshare.tree().isUser(node)
                    ? "infinite: a user with parent shares"
                    : "a constant: the children of an account with parent shares compete at the level above";
        }
        if (fairshare.normShares(node) == 0) {
            return "0: no shares";
        }
        return fairshare.raw(node) > 0 ? "normalised shares / effective usage" : "infinite: nothing used";
    }
}
