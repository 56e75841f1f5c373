package io.fairway.schedulers.slurm.fairtree;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.schedulers.slurm.fairshare.Normalised;
import java.util.function.IntToDoubleFunction;

/**
 * Level fairshare of the nodes of a tree, and its comparison. Almost always the doubles decide. Where they are so close
 * that rounding could matter, the subclass decides.
 */
abstract class FairTreeLevels {
    /** Level fairshare of an account with parent shares (Slurm's NO_VAL). */
    static final double PARENT_ACCOUNT = 4294967294.0;

    /** Far above the rounding of three operations on doubles, far below any difference that matters. */
    static final double CLOSE = 1e-12;

    private final double[] level;
    private final byte[] kind;

    private static final byte ZERO = 0;
    private static final byte FINITE = 1;
    private static final byte CONSTANT = 2;
    private static final byte INFINITE = 3;

    FairTreeLevels(ShareTree tree, Fairshare.Values values) {
        level = values.levelFs;
        kind = new byte[tree.size()];
        for (int i = 1; i < tree.size(); i++) {
            kind[i] = kind(tree, values::raw, i);
            level[i] = level(kind[i], tree, values::raw, i);
        }
    }

    /**
     * The level fairshare of a node other than root.
     *
     * @param raw usage of a node, at least 0
     */
    static double level(ShareTree tree, IntToDoubleFunction raw, int node) {
        return level(kind(tree, raw, node), tree, raw, node);
    }

    private static double level(byte kind, ShareTree tree, IntToDoubleFunction raw, int node) {
        return switch (kind) {
            case ZERO -> 0;
            case CONSTANT -> PARENT_ACCOUNT;
            case INFINITE -> Double.POSITIVE_INFINITY;
            default ->
                Normalised.ofLevel(tree, node) * (raw.applyAsDouble(tree.fsParent(node)) / raw.applyAsDouble(node));
        };
    }

    private static byte kind(ShareTree tree, IntToDoubleFunction raw, int node) {
        if (tree.hasParentShares(node)) {
            return tree.isUser(node) ? INFINITE : CONSTANT;
        }
        if (Normalised.ofLevel(tree, node) == 0) {
            return ZERO;
        }
        return raw.applyAsDouble(node) > 0 ? FINITE : INFINITE;
    }

    /**
     * Negative, 0 or positive as the level fairshare of {@code a} is less than, equal to or greater than that of
     * {@code b}.
     */
    final int compare(int a, int b) {
        if (kind[a] != FINITE || kind[b] != FINITE) {
            return compareKinds(a, b);
        }
        double difference = level[a] - level[b];
        if (Math.abs(difference) > CLOSE * Math.max(level[a], level[b])) {
            return difference < 0 ? -1 : 1;
        }
        return compareClose(a, b);
    }

    private int compareKinds(int a, int b) {
        if (kind[a] == INFINITE || kind[b] == INFINITE) {
            return Boolean.compare(kind[a] == INFINITE, kind[b] == INFINITE);
        }
        return Double.compare(level[a], level[b]);
    }

    /** Compares two finite levels that are equal or nearly so. */
    abstract int compareClose(int a, int b);
}
