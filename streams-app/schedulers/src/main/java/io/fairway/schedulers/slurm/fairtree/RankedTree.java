package io.fairway.schedulers.slurm.fairtree;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.PagedDoubles;
import io.fairway.core.shares.ShareTree;
import io.fairway.schedulers.slurm.fairshare.Normalised;
import java.util.List;

/**
 * A result of {@link FairTree} that keeps two numbers of each node, its rank and its usage. The others are computed when
 * somebody asks, by the rules of that class: nearly nobody does.
 */
final class RankedTree extends Fairshare {
    private final ShareTree tree;
    private final int[] ranks;
    private final PagedDoubles units;
    private final double unit;

    /**
     * @param ranks by node; must not be changed afterwards
     * @param units usage by node; must not be changed afterwards
     * @param unit TRES-seconds in a unit
     */
    RankedTree(ShareTree tree, int[] ranks, PagedDoubles units, double unit) {
        this.tree = tree;
        this.ranks = ranks;
        this.units = units;
        this.unit = unit;
    }

    /** The same ranks at another instant: nothing moved but the unit. */
    RankedTree in(double otherUnit) {
        return new RankedTree(tree, ranks, units, otherUnit);
    }

    @Override
    public ShareTree tree() {
        return tree;
    }

    @Override
    public double factor(int node) {
        return tree.isUser(node) ? (double) ranks[node] / tree.userCount() : Double.NaN;
    }

    @Override
    public long rank(int node) {
        return ranks[node];
    }

    @Override
    public double levelFs(int node) {
        return node == 0 ? Double.NaN : FairTreeLevels.level(tree, this::raw, node);
    }

    @Override
    public double normShares(int node) {
        if (node == 0) {
            return 1;
        }
        return tree.hasParentShares(node) ? normShares(tree.fsParent(node)) : Normalised.ofLevel(tree, node);
    }

    @Override
    public double normUsage(int node) {
        return Normalised.usage(raw(node), raw(0));
    }

    @Override
    public double effectiveUsage(int node) {
        if (node == 0) {
            return 1;
        }
        double all = raw(tree.fsParent(node));
        return all > 0 ? raw(node) / all : 0;
    }

    @Override
    public double raw(int node) {
        return units.get(node) * unit;
    }

    @Override
    public boolean isRankedAs(Fairshare other) {
        return other instanceof RankedTree ranked && ranked.ranks == ranks && ranked.units == units;
    }

    @Override
    public List<Term> explain(int node) {
        return FairTree.explain(this, node);
    }
}
