package io.fairway.schedulers.slurm.fairtree;

import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;

/**
 * The children of every node of a tree in the order of {@link SiblingComparison}, the best first; one array for all. The usage
 * above siblings does not count for their order, so a change of usage moves one child for each level.
 */
final class SiblingOrders {
    /** Steps for each child after which an insertion sort gives up. */
    private static final int EFFORT = 4;

    private final ShareTree tree;
    private final AccountVisits visits;
    private final SiblingComparison by;
    private final int[] start;
    private final int[] order;
    private final int[] place;
    private final int[] spare;
    /** By node, whether not all of its children are in their places. */
    private final boolean[] isDisordered;

    private boolean isInOrder;
    /** By node that is disordered, how many of its children moved. */
    private final int[] loose;

    private final boolean[] isLoose;

    /** @param visits which are told where places and ties change */
    SiblingOrders(ShareTree tree, SiblingComparison by, AccountVisits visits) {
        this.tree = tree;
        this.by = by;
        this.visits = visits;
        int size = tree.size();
        start = new int[size + 1];
        order = new int[size];
        place = new int[size];
        spare = new int[largestLevel(tree)];
        loose = new int[size];
        isLoose = new boolean[size];
        isDisordered = new boolean[size];
        int at = 0;
        for (int node = 0; node < size; node++) {
            start[node] = at;
            tree.copyFsChildren(node, spare, 0);
            for (int i = 0; i < tree.fsChildCount(node); i++) {
                if (by.competes(spare[i])) {
                    put(spare[i], at++);
                }
            }
        }
        start[size] = at;
        for (int node = 1; node < size; node++) {
            by.update(node);
            loosen(node);
        }
        for (int node = 1; node < size; node++) {
            settle(node);
        }
    }

    private static int largestLevel(ShareTree tree) {
        int largest = 0;
        for (int node = 0; node < tree.size(); node++) {
            largest = Math.max(largest, tree.fsChildCount(node));
        }
        return largest;
    }

    /** Reads usage anew: it is that of these nodes that moved, and they take their new places. */
    void moved(UsageSnapshot now, int[] nodes, int count) {
        by.read(now);
        isInOrder = true;
        for (int i = 0; i < count; i++) {
            update(nodes[i]);
        }
        if (isInOrder) {
            return;
        }
        for (int i = 0; i < count; i++) {
            if (nodes[i] > 0 && isDisordered[tree.fsParent(nodes[i])]) {
                loosen(nodes[i]);
            }
        }
        for (int i = 0; i < count; i++) {
            settle(nodes[i]);
        }
    }

    int start(int node) {
        return start[node];
    }

    int end(int node) {
        return start[node + 1];
    }

    /** The children of all nodes: those of one are between {@link #start} and {@link #end}. Not to be changed. */
    int[] all() {
        return order;
    }

    /** Whether the node has no usage, and a child has some: a refund was larger than what the others had used. */
    boolean isOverdrawn(int node) {
        if (by.usage().units(node) > 0) {
            return false;
        }
        for (int i = start[node]; i < start[node + 1]; i++) {
            if (by.usage().units(order[i]) > 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Looks whether the children of a node are still in order, and repairs it. With Slurm's ties, quotients are rounded, and
     * the usage above is in them: two siblings may begin or cease to tie when somebody else runs.
     */
    void repair(int node) {
        for (int i = start[node] + 1; i < start[node + 1]; i++) {
            int child = order[i];
            int to = i;
            while (to > start[node] && by.compare(order[to - 1], child) > 0) {
                put(order[to - 1], to);
                to--;
            }
            if (to < i) {
                put(child, to);
            }
        }
    }

    /**
     * Computes the key of a node anew, and looks whether the node is where it was, clearly apart from its neighbours. If all
     * that moved are, then the order is as before: of two neighbours, the one that is looked at last sees both keys.
     */
    private void update(int node) {
        if (!tree.isUser(node) && by.usage().units(node) <= 0) {
            visits.touch(node); // Whether it is overdrawn has to be looked at.
        }
        if (node == 0) {
            return;
        }
        double before = by.key(node);
        double now = by.update(node);
        if (before == now && (now == 0 || now == SiblingComparison.LAST)) {
            return;
        }
        int above = tree.fsParent(node);
        if ((before == 0) != (now == 0)) {
            visits.touch(above); // It no longer ties with others that nothing was charged to, or does so now.
        }
        if (by.competes(node) && !isDisordered[above] && !isInPlace(node, start[above], start[above + 1])) {
            visits.touch(above);
            isDisordered[above] = true;
            isInOrder = false;
        }
    }

    private boolean isInPlace(int node, int from, int end) {
        int at = place[node];
        return (at == from || by.isClearlyBetter(order[at - 1], node))
                && (at + 1 == end || by.isClearlyBetter(node, order[at + 1]));
    }

    private void loosen(int node) {
        if (!isLoose[node] && by.competes(node)) {
            isLoose[node] = true;
            loose[tree.fsParent(node)]++;
        }
    }

    /** Puts the moved children of the node's parent into their places. */
    private void settle(int node) {
        if (!isLoose[node]) {
            return;
        }
        int above = tree.fsParent(node);
        int moved = loose[above];
        loose[above] = 0;
        isDisordered[above] = false;
        if (moved == 1) {
            isLoose[node] = false;
            move(node, start[above], start[above + 1]);
        } else if (2 * moved <= start[above + 1] - start[above] || !sort(start[above], start[above + 1])) {
            merge(start[above], start[above + 1], moved);
        }
    }

    /**
     * Sorts children of which most moved by insertion, which is fast where few of them overtook others. Returns false if it
     * gives up, because too many did. Those that did not move are in order then as before.
     */
    private boolean sort(int from, int end) {
        int left = EFFORT * (end - from);
        for (int i = from + 1; i < end; i++) {
            int child = order[i];
            int to = i;
            while (to > from && left > 0 && by.compare(order[to - 1], child) > 0) {
                put(order[to - 1], to);
                to--;
                left--;
            }
            if (to < i) {
                put(child, to);
            }
            if (left == 0) {
                return false;
            }
        }
        for (int i = from; i < end; i++) {
            isLoose[order[i]] = false;
        }
        return true;
    }

    /** Moves one child: the others are in order. */
    private void move(int node, int from, int end) {
        int at = place[node];
        if (at > from && by.compare(order[at - 1], node) > 0) {
            int to = search(node, from, at - 1);
            System.arraycopy(order, to, order, to + 1, at - to);
            order[to] = node;
            placed(to, at + 1);
        } else if (at + 1 < end && by.compare(node, order[at + 1]) > 0) {
            int to = search(node, at + 2, end) - 1;
            System.arraycopy(order, at + 1, order, at, to - at);
            order[to] = node;
            placed(at, to + 1);
        }
    }

    /** The first index in {@code from..end} whose child comes after the node. */
    private int search(int node, int from, int end) {
        int low = from;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (by.compare(order[middle], node) > 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Takes out the children that moved, sorts them, and merges them with the others, which are in order. */
    private void merge(int from, int end, int count) {
        int[] out = new int[count];
        int moved = 0;
        int kept = 0;
        for (int i = from; i < end; i++) {
            int child = order[i];
            if (isLoose[child]) {
                isLoose[child] = false;
                out[moved++] = child;
            } else {
                spare[kept++] = child;
            }
        }
        IntSort.sort(out, by::compare);
        int next = 0;
        int other = 0;
        for (int i = from; i < end; i++) {
            boolean takeMoved = other == kept || (next < moved && by.compare(out[next], spare[other]) < 0);
            put(takeMoved ? out[next++] : spare[other++], i);
        }
    }

    private void placed(int from, int end) {
        for (int i = from; i < end; i++) {
            place[order[i]] = i;
        }
    }

    private void put(int node, int at) {
        order[at] = node;
        place[node] = at;
    }
}
