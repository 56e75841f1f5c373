package io.fairway.schedulers.slurm.fairtree;

import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.schedulers.slurm.fairshare.Normalised;
import java.util.Arrays;

/**
 * Compares siblings by level fairshare, the best first. What they have in common, the usage above them, does not count. So it
 * goes by usage / shares of each ({@link #key}), and by the rules of ties where these are so close that rounding could matter.
 *
 * <p>Of equal level fairshare, users come before accounts, and then the share table gives the order.
 */
final class SiblingComparison {
    /** The key of a node without shares: it comes last. */
    static final double LAST = Double.MAX_VALUE;

    private final ShareTree tree;
    private final FairTree.Ties ties;
    private final AccountVisits visits;
    private final double[] key;
    private UsageSnapshot usage;
    /** Whether a comparison depended on rounding, and so on the instant. */
    private boolean close;

    /** @param visits which are told where a comparison may come out otherwise at another instant */
    SiblingComparison(ShareTree tree, FairTree.Ties ties, UsageSnapshot usage, AccountVisits visits) {
        this.tree = tree;
        this.ties = ties;
        this.usage = usage;
        this.visits = visits;
        key = new double[tree.size()];
        Arrays.fill(key, Double.NaN);
    }

    void read(UsageSnapshot now) {
        usage = now;
    }

    UsageSnapshot usage() {
        return usage;
    }

    /** Begins to watch for comparisons that depend on rounding. */
    void forgetClose() {
        close = false;
    }

    /** Whether a comparison since then depended on rounding. Another instant may decide it otherwise. */
    boolean wasClose() {
        return close;
    }

    /**
     * Whether the place of a node among its siblings matters. An account with parent shares has no children at its own
     * level: as documented, it has no part in any rank, and in Slurm it may separate two that tie.
     */
    boolean competes(int node) {
        return ties == FairTree.Ties.SLURM || tree.isUser(node) || !tree.hasParentShares(node);
    }

    /** Usage / shares; 0 = nothing used or a user with parent shares, which is best; NaN = an account with parent shares. */
    double key(int node) {
        return key[node];
    }

    /** Computes the key anew, and returns it. */
    double update(int node) {
        double now = keyOf(node);
        key[node] = now;
        return now;
    }

    private double keyOf(int node) {
        long shares = tree.shares(node);
        if (tree.hasParentShares(node)) {
            return tree.isUser(node) ? 0 : Double.NaN;
        }
        return shares == 0 ? LAST : usage.units(node) / shares;
    }

    /** Negative, 0 or positive as {@code a} is better than, equal to or worse than its sibling {@code b}. */
    int compareLevels(int a, int b) {
        double left = key[a];
        double right = key[b];
        if (left < right) {
            if (right - left > FairTreeLevels.CLOSE * right) {
                return -1;
            }
        } else if (left - right > FairTreeLevels.CLOSE * left) {
            return 1;
        } else if (left == right && (left == 0 || left == LAST)) {
            return 0;
        }
        return compareClose(a, b);
    }

    private int compareClose(int a, int b) {
        visits.doubt();
        if (Double.isNaN(key[a]) || Double.isNaN(key[b])) {
            return Double.compare(level(b), level(a));
        }
        if (ties == FairTree.Ties.DOCUMENTED) {
            return ExactLevels.compare(tree, usage, b, a);
        }
        if (tree.shares(a) == tree.shares(b) && usage.units(a) == usage.units(b)) {
            return 0;
        }
        close = true;
        double usedA = usage.raw(a);
        double usedB = usage.raw(b);
        if (tree.shares(a) == tree.shares(b) && usedA == usedB) {
            return 0;
        }
        double above = usage.raw(tree.fsParent(a));
        return LongDoubleLevels.of(Normalised.ofLevel(tree, b), usedB, above)
                .compareTo(LongDoubleLevels.of(Normalised.ofLevel(tree, a), usedA, above));
    }

    /** Level fairshare of a node other than root. */
    double level(int node) {
        return FairTreeLevels.level(tree, n -> Math.max(0, usage.raw(n)), node);
    }

    /** The same, and never 0 of two nodes. */
    int compare(int a, int b) {
        int byLevel = compareLevels(a, b);
        if (byLevel != 0) {
            return byLevel;
        }
        int usersFirst = Boolean.compare(tree.isUser(b), tree.isUser(a));
        return usersFirst != 0 ? usersFirst : Integer.compare(a, b);
    }

    /** Whether its key alone says so. */
    boolean isClearlyBetter(int a, int b) {
        return key[b] - key[a] > FairTreeLevels.CLOSE * key[b];
    }
}
