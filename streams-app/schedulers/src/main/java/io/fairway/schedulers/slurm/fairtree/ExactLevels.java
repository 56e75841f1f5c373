package io.fairway.schedulers.slurm.fairtree;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Compares level fairshare exactly, as the rational number (shares * usage of fsParent) / (shares of the level *
 * usage). It reads the exact usage where the snapshot has it; otherwise the doubles count as exact.
 */
final class ExactLevels extends FairTreeLevels {
    private final ShareTree tree;
    private final UsageSnapshot usage;

    ExactLevels(ShareTree tree, Fairshare.Values values, UsageSnapshot usage) {
        super(tree, values);
        this.tree = tree;
        this.usage = usage;
    }

    @Override
    int compareClose(int a, int b) {
        return compare(tree, usage, a, b);
    }

    /**
     * Compares two nodes with shares and usage above 0. Negative, 0 or positive as the level fairshare of {@code a} is less
     * than, equal to or greater than that of {@code b}.
     */
    static int compare(ShareTree tree, UsageSnapshot usage, int a, int b) {
        int aboveA = tree.fsParent(a);
        int aboveB = tree.fsParent(b);
        boolean exact = isExact(tree, usage, a) && isExact(tree, usage, b);
        BigDecimal left = number(usage, b, exact).multiply(BigDecimal.valueOf(tree.shares(a)));
        BigDecimal right = number(usage, a, exact).multiply(BigDecimal.valueOf(tree.shares(b)));
        if (aboveA != aboveB) {
            left = left.multiply(number(usage, aboveA, exact)).multiply(BigDecimal.valueOf(tree.levelShares(b)));
            right = right.multiply(number(usage, aboveB, exact)).multiply(BigDecimal.valueOf(tree.levelShares(a)));
        }
        return left.compareTo(right);
    }

    /** Usage of a node, in one unit for all nodes of a comparison. */
    private static BigDecimal number(UsageSnapshot usage, int node, boolean exact) {
        BigInteger number = exact ? usage.exact(node) : null;
        return number != null ? new BigDecimal(number) : new BigDecimal(Math.max(0, usage.raw(node)));
    }

    private static boolean isExact(ShareTree tree, UsageSnapshot usage, int node) {
        return usage.exact(node) != null && usage.exact(tree.fsParent(node)) != null;
    }
}
