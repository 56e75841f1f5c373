package io.fairway.schedulers.lsf.fairshare;

import io.fairway.core.shares.ShareTree;

/** Shares in levels: nodes in depth-first order, node 0 is the root, a parent comes before its children. */
public interface ShareLevels {
    /** The number of nodes. */
    int size();

    /** The parent's number; -1 for the root. */
    int parent(int node);

    /** Shares among the siblings; a node with a value below 1 has no shares, and priority 0. */
    long shares(int node);

    /** The levels of a tree of associations. */
    static ShareLevels of(ShareTree tree) {
        return new ShareLevels() {
            @Override
            public int size() {
                return tree.size();
            }

            @Override
            public int parent(int node) {
                return node == 0 ? -1 : tree.parent(node);
            }

            @Override
            public long shares(int node) {
                return tree.shares(node);
            }
        };
    }
}
