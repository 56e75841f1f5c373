package io.fairway.core.shares;

import io.fairway.core.model.NodeId;

/** The numbers of nodes in an array, found by the nodes themselves: eight bytes a node, where a map has sixty. */
final class NodeIndex {
    /** A third of the places stays free, so that a search is short. */
    private static final double FILL = 1.5;

    private final NodeId[] nodes;
    /** Number of a node + 1 where its hash says, or in the next places; 0 = free. Its length is a power of 2. */
    private final int[] places;

    /** @param nodes which {@link #add} finds filled */
    NodeIndex(NodeId[] nodes) {
        this.nodes = nodes;
        places = new int[Integer.highestOneBit((int) (nodes.length * FILL)) * 2];
    }

    /** Adds a node by its number. */
    void add(int node) {
        int at = place(nodes[node]);
        while (places[at] != 0) {
            at = (at + 1) & (places.length - 1);
        }
        places[at] = node + 1;
    }

    /** The number of a node; -1 = it is not among them. */
    int find(NodeId id) {
        int at = place(id);
        while (places[at] != 0) {
            int node = places[at] - 1;
            if (nodes[node].equals(id)) {
                return node;
            }
            at = (at + 1) & (places.length - 1);
        }
        return -1;
    }

    private int place(NodeId id) {
        // The lower bits of the hashes of similar names are alike.
        int hash = id.hashCode() * 0x9E3779B9;
        return (hash ^ (hash >>> 16)) & (places.length - 1);
    }
}
