package io.fairway.core.shares;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The decayed usage of every node of a {@link ShareTree} at one instant, by the tree's node numbers.
 *
 * <p>Negative usage (credits exceed use) counts as zero in every policy.
 */
public interface UsageSnapshot {
    /** Decayed usage of the node's subtree in TRES-seconds. */
    double raw(int node);

    /**
     * The same over a common denominator of all nodes of the tree, for exact comparison; {@code null} if unknown, in
     * which case {@link #raw} counts as exact.
     */
    @Nullable
    BigInteger exact(int node);

    /**
     * The same in a unit of the snapshot, at least 0. Where a snapshot is read again and again, the unit is such that a node
     * that nothing was charged to keeps its number. For comparison of nodes with each other.
     */
    default double units(int node) {
        return Math.max(0, raw(node));
    }

    /** TRES-seconds in a unit of {@link #units}: a product of both is {@link #raw}, if that is not negative. */
    default double unit() {
        return 1;
    }

    /**
     * {@link #units} of all nodes, as a value: it stays when the snapshot is read again.
     *
     * @param size of the tree
     */
    default PagedDoubles allUnits(int size) {
        PagedDoubles all = new PagedDoubles(size);
        for (int node = 0; node < size; node++) {
            all.set(node, units(node));
        }
        return all;
    }

    /** A snapshot of these values; copies the array. */
    static UsageSnapshot of(double[] raw) {
        double[] own = raw.clone();
        for (int i = 0; i < own.length; i++) {
            if (!Double.isFinite(own[i])) {
                throw new IllegalArgumentException("usage " + own[i] + " of node " + i + ": must be a finite number");
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
