package io.fairway.schedulers.slurm.fairtree;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import org.jspecify.annotations.Nullable;

/** Compares level fairshare as Slurm does on x86: normalised shares are a double; usage and quotients have 64 bits. */
final class LongDoubleLevels extends FairTreeLevels {
    private final ShareTree tree;
    private final Fairshare.Values values;
    private final @Nullable LongDouble[] levels;

    LongDoubleLevels(ShareTree tree, Fairshare.Values values) {
        super(tree, values);
        this.tree = tree;
        this.values = values;
        this.levels = new @Nullable LongDouble[tree.size()];
    }

    @Override
    int compareClose(int a, int b) {
        if (tree.fsParent(a) == tree.fsParent(b)
                && values.normShares[a] == values.normShares[b]
                && values.raw(a) == values.raw(b)) {
            return 0; // The same division: long idle users often have equal values.
        }
        return level(a).compareTo(level(b));
    }

    private LongDouble level(int node) {
        LongDouble level = levels[node];
        if (level == null) {
            level = of(values.normShares[node], values.raw(node), values.raw(tree.fsParent(node)));
            levels[node] = level;
        }
        return level;
    }

    /**
     * Level fairshare of normalised shares above 0 and usage above 0. A refund beyond the usage of a sibling can leave
     * the level above without usage: its part is then infinite, as C divides, and the level 0.
     */
    static LongDouble of(double normShares, double usage, double usageAbove) {
        if (usageAbove == 0) {
            return LongDouble.ZERO;
        }
        return LongDouble.of(normShares).divide(LongDouble.of(usage).divide(LongDouble.of(usageAbove)));
    }
}
