package io.fairway.schedulers.lsf;

import io.fairway.core.shares.ShareTree;

/** Shares in levels: nodes in depth-first order, node 0 is the root, a parent comes before its children. */
public interface ShareLevels {
    /** The number of nodes. */
    int size();

    /** The node above; -1 for the root. */
    int parent(int node);

    /** Shares among the siblings; below 1: the node has none, and priority 0. */
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
