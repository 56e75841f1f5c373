package io.fairway.core.policy;

import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;

/** Turns shares and usage into fairshare factors. A pure function: equal arguments give equal results, bit for bit. */
public interface FairshareAlgorithm {
    /**
     * The factors of all nodes.
     *
     * @param tree the shares
     * @param usage decayed usage, by the tree's node numbers
     */
    Fairshare evaluate(ShareTree tree, UsageSnapshot usage);
}
