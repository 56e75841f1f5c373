package io.fairway.core.shares;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The decayed usage of every node of a {@link ShareTree} at one instant, numbered as the tree's nodes are.
 *
 * <p>Usage below zero (more was credited than used) counts as none in every policy.
 */
public interface UsageSnapshot {
    /** Decayed usage of the node's subtree in TRES-seconds. */
    double raw(int node);

    /**
     * The same over a common denominator of all nodes of the tree, so that ties can be told exactly; {@code null} if that
     * is not known, in which case {@link #raw} is taken for exact.
     */
    @Nullable
    BigInteger exact(int node);

    /** A snapshot of these values; the array is copied. */
    static UsageSnapshot of(double[] raw) {
        double[] own = raw.clone();
        for (int i = 0; i < own.length; i++) {
            if (!Double.isFinite(own[i])) {
                throw new IllegalArgumentException("usage " + own[i] + " of node " + i + " is not a finite number");
            }
        }
        return new UsageSnapshot() {
            @Override
            public double raw(int node) {
                return own[node];
            }

            @Override
            public @Nullable BigInteger exact(int node) {
                return null;
            }
        };
    }

    /** A snapshot of the nodes' own usage (subtrees not included), summed up to root. */
    static UsageSnapshot ofOwn(ShareTree tree, double[] own) {
        double[] sums = own.clone();
        for (int i = tree.size() - 1; i > 0; i--) {
            sums[tree.parent(i)] += sums[i];
        }
        return of(sums);
    }
}
