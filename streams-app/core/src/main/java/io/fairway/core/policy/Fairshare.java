package io.fairway.core.policy;

import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import java.util.Arrays;
import java.util.List;

/**
 * An algorithm's results for every node of a tree, with the numbers behind them. Nodes have the tree's numbers.
 * Immutable.
 */
public abstract class Fairshare {
    /** Explains the numbers of one node. */
    public interface Explainer {
        /** The numbers of a node with their inputs and rules, the factor first. */
        List<Term> explain(Fairshare fairshare, int node);
    }

    /** The arrays while an algorithm fills them. Values that it does not set are undefined (not a number, rank 0). */
    public static final class Values {
        /** See {@link Fairshare#factor}. */
        public final double[] factor;
        /** See {@link Fairshare#rank}. */
        public final long[] rank;
        /** See {@link Fairshare#levelFs}. */
        public final double[] levelFs;
        /** See {@link Fairshare#normShares}. */
        public final double[] normShares;
        /** See {@link Fairshare#normUsage}. */
        public final double[] normUsage;
        /** See {@link Fairshare#effectiveUsage}. */
        public final double[] effectiveUsage;

        private final double[] raw;
        private final ShareTree tree;

        /** Empty arrays for the nodes of {@code tree}; raw usage is copied, with negative values as zero. */
        public Values(ShareTree tree, UsageSnapshot usage) {
            int size = tree.size();
            this.tree = tree;
            factor = undefined(size);
            rank = new long[size];
            levelFs = undefined(size);
            normShares = undefined(size);
            normUsage = undefined(size);
            effectiveUsage = undefined(size);
            raw = new double[size];
            for (int i = 0; i < size; i++) {
                raw[i] = Math.max(0, usage.raw(i));
            }
        }

        /** Raw usage of a node, at least 0. */
        public double raw(int node) {
            return raw[node];
        }

        /** The finished result; the arrays must not be changed afterwards. */
        public Fairshare finish(Explainer explainer) {
            return new Evaluated(this, explainer);
        }

        private static double[] undefined(int size) {
            double[] values = new double[size];
            Arrays.fill(values, Double.NaN);
            return values;
        }
    }

    /** The arrays that an algorithm filled. */
    private static final class Evaluated extends Fairshare {
        private final Values values;
        private final Explainer explainer;

        Evaluated(Values values, Explainer explainer) {
            this.values = values;
            this.explainer = explainer;
        }

        @Override
        public ShareTree tree() {
            return values.tree;
        }

        @Override
        public double factor(int node) {
            return values.factor[node];
        }

        @Override
        public long rank(int node) {
            return values.rank[node];
        }

        @Override
        public double levelFs(int node) {
            return values.levelFs[node];
        }

        @Override
        public double normShares(int node) {
            return values.normShares[node];
        }

        @Override
        public double normUsage(int node) {
            return values.normUsage[node];
        }

        @Override
        public double effectiveUsage(int node) {
            return values.effectiveUsage[node];
        }

        @Override
        public double raw(int node) {
            return values.raw[node];
        }

        @Override
        public List<Term> explain(int node) {
            return explainer.explain(this, node);
        }
    }

    /** The tree that was evaluated. */
    public abstract ShareTree tree();

    /**
     * The fairshare factor; the greater is served first. Slurm: 0..1. LSF: the dynamic priority, at least 0. Moab: the
     * fairshare component before its weight, of either sign. Not a number where the algorithm defines none (accounts under
     * Fair Tree, FIFO).
     */
    public abstract double factor(int node);

    /** The rank of a user, from {@link ShareTree#userCount()} (first) down to 1; 0 for a node without a rank. */
    public abstract long rank(int node);

    /** Level fairshare, 0 to infinity; not a number where the algorithm defines none. */
    public abstract double levelFs(int node);

    /** Normalised shares, 0..1: of the whole tree, or of the level under Fair Tree. */
    public abstract double normShares(int node);

    /** Normalised usage, 0..1. */
    public abstract double normUsage(int node);

    /** Effective usage; 0..1 except under DEPTH_OBLIVIOUS, which has no upper bound. */
    public abstract double effectiveUsage(int node);

    /** Decayed usage of the node's subtree, TRES-seconds, at least 0. */
    public abstract double raw(int node);

    /**
     * Whether every node has the factor and rank that it has in another result, and the share of the usage above it. Says
     * so only if nobody has to look at the nodes.
     */
    @SuppressWarnings("ReferenceEquality") // the same object needs no look
    public boolean isRankedAs(Fairshare other) {
        return this == other;
    }

    /** The numbers of one node with their inputs and rules, the factor first. */
    public abstract List<Term> explain(int node);
}
