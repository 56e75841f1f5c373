package io.fairway.policies.slurm;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.KeptUsage;
import io.fairway.core.usage.TreeLines;
import io.fairway.schedulers.slurm.fairtree.FairTree;
import io.fairway.schedulers.slurm.fairtree.FairTreeRanking;
import org.jspecify.annotations.Nullable;

/** One tree under Fair Tree, with its usage and its order kept from one instant to the next. */
final class KeptFairTree {
    private final ShareTree tree;
    private final FairTree algorithm;
    private @Nullable KeptUsage usage;
    private @Nullable FairTreeRanking ranking;

    KeptFairTree(ShareTree tree, FairTree algorithm) {
        this.tree = tree;
        this.algorithm = algorithm;
    }

    /** The fairshare at an instant. Other lines or laws than before make it begin anew. */
    Fairshare at(TreeLines lines, DecayLaws laws, long at) {
        KeptUsage kept = usage;
        FairTreeRanking ranked = ranking;
        if (kept == null || ranked == null || !kept.isOf(lines, laws)) {
            kept = new KeptUsage(lines, laws);
            kept.read(at);
            ranked = algorithm.ranking(tree, kept);
            usage = kept;
            ranking = ranked;
        } else {
            kept.read(at);
            ranked.moved(kept, kept.moved(), kept.movedCount());
        }
        return ranked.rank();
    }
}
