package io.fairway.schedulers.slurm;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Compares level fairshare exactly, as the rational number (shares * usage of fsParent) / (shares of the level *
 * usage). It reads the exact usage where the snapshot has it; otherwise the doubles count as exact.
 */
final class ExactLevels extends FairTreeLevels {
    private final ShareTree tree;
    private final Fairshare.Values values;
    private final UsageSnapshot usage;

    ExactLevels(ShareTree tree, Fairshare.Values values, UsageSnapshot usage) {
        super(tree, values);
        this.tree = tree;
        this.values = values;
        this.usage = usage;
    }

    @Override
    int compareClose(int a, int b) {
        int aboveA = tree.fsParent(a);
        int aboveB = tree.fsParent(b);
        BigDecimal left = usage(a, b, b).multiply(BigDecimal.valueOf(tree.shares(a)));
        BigDecimal right = usage(a, b, a).multiply(BigDecimal.valueOf(tree.shares(b)));
        if (aboveA != aboveB) {
            left = left.multiply(usage(a, b, aboveA)).multiply(BigDecimal.valueOf(tree.levelShares(b)));
            right = right.multiply(usage(a, b, aboveB)).multiply(BigDecimal.valueOf(tree.levelShares(a)));
        }
        return left.compareTo(right);
    }

    /** Usage of {@code node}, in one unit for all four nodes in the comparison of {@code a} and {@code b}. */
    private BigDecimal usage(int a, int b, int node) {
        @Nullable BigInteger exact = usage.exact(node);
        if (exact != null && isExact(a) && isExact(b)) {
            return new BigDecimal(exact);
        }
        return new BigDecimal(values.raw(node));
    }

    private boolean isExact(int node) {
        return usage.exact(node) != null && usage.exact(tree.fsParent(node)) != null;
    }
}
