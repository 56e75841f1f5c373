package io.fairway.schedulers.slurm;

import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;

/**
 * The children of every node of a tree in the order of their level fairshare, the best first; one array for all. What
 * siblings have in common, the usage above them, does not count for their order. So it depends on usage / shares of each
 * ({@link #key}) and on nothing else, and a change of usage moves one child for each level.
 *
 * <p>Of equal level fairshare, users come before accounts, and then the share table gives the order.
 */
final class SiblingOrders {
    /** The key of a node without shares: it comes last. */
    static final double LAST = Double.MAX_VALUE;

    /** Steps for each child after which an insertion sort gives up. */
    private static final int EFFORT = 4;

    private final ShareTree tree;
    private final FairTree.Ties ties;
    private final int[] start;
    private final int[] order;
    private final int[] place;
    private final int[] spare;
    private final double[] key;
    /** By node, how many of its children moved and are not in their place. */
    private final int[] loose;

    private final boolean[] isLoose;
    private UsageSnapshot usage;
    /** Whether a comparison depended on rounding, and so on the instant. */
    private boolean close;

    SiblingOrders(ShareTree tree, FairTree.Ties ties, UsageSnapshot usage) {
        this.tree = tree;
        this.ties = ties;
        this.usage = usage;
        int size = tree.size();
        start = new int[size + 1];
        order = new int[size];
        place = new int[size];
        spare = new int[size];
        key = new double[size];
        loose = new int[size];
        isLoose = new boolean[size];
        int at = 0;
        for (int node = 0; node < size; node++) {
            start[node] = at;
            tree.copyFsChildren(node, spare, 0);
            for (int i = 0; i < tree.fsChildCount(node); i++) {
                if (competes(spare[i])) {
                    put(spare[i], at++);
                }
            }
        }
        start[size] = at;
        for (int node = 1; node < size; node++) {
            loosen(node);
        }
        for (int node = 1; node < size; node++) {
            settle(node);
        }
    }

    /**
     * Whether the place of a node among its siblings matters. An account with parent shares has no children at its own
     * level: as documented, it has no part in any rank, and in Slurm it may separate two that tie.
     */
    private boolean competes(int node) {
        return ties == FairTree.Ties.SLURM || tree.isUser(node) || !tree.hasParentShares(node);
    }

    /** Reads usage anew: it is that of these nodes that moved, and they take their new places. */
    void moved(UsageSnapshot now, int[] nodes, int count) {
        usage = now;
        for (int i = 0; i < count; i++) {
            if (nodes[i] > 0) {
                loosen(nodes[i]);
            }
        }
        for (int i = 0; i < count; i++) {
            if (nodes[i] > 0) {
                settle(nodes[i]);
            }
        }
    }

    /** Begins to watch for comparisons that depend on rounding. */
    void forgetClose() {
        close = false;
    }

    /** Whether a comparison since then depended on rounding. Another instant may decide it otherwise. */
    boolean wasClose() {
        return close;
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
        if (usage.units(node) > 0) {
            return false;
        }
        for (int i = start[node]; i < start[node + 1]; i++) {
            if (usage.units(order[i]) > 0) {
                return true;
            }
        }
        return false;
    }

    /** Usage / shares; 0 = nothing used or a user with parent shares, which is best; NaN = an account with parent shares. */
    double key(int node) {
        return key[node];
    }

    /**
     * Looks whether the children of a node are still in order, and repairs it. With Slurm's ties, quotients are rounded, and
     * the usage above is in them: two siblings may begin or cease to tie when somebody else runs.
     */
    void repair(int node) {
        for (int i = start[node] + 1; i < start[node + 1]; i++) {
            int child = order[i];
            int to = i;
            while (to > start[node] && compare(order[to - 1], child) > 0) {
                put(order[to - 1], to);
                to--;
            }
            if (to < i) {
                put(child, to);
            }
        }
    }

    /** Negative, 0 or positive as {@code a} is better than, equal to or worse than its sibling {@code b}. */
    int compareLevels(int a, int b) {
        double left = key[a];
        double right = key[b];
        if (left < right) {
            if (right - left > FairTreeLevels.CLOSE * right) {
                return -1;
            }
        } else if (left - right > FairTreeLevels.CLOSE * left) {
            return 1;
        } else if (left == right && (left == 0 || left == LAST)) {
            return 0;
        }
        return compareClose(a, b);
    }

    private int compareClose(int a, int b) {
        if (Double.isNaN(key[a]) || Double.isNaN(key[b])) {
            return Double.compare(level(b), level(a));
        }
        if (ties == FairTree.Ties.DOCUMENTED) {
            return ExactLevels.compare(tree, usage, b, a);
        }
        if (tree.shares(a) == tree.shares(b) && usage.units(a) == usage.units(b)) {
            return 0;
        }
        close = true;
        double usedA = usage.raw(a);
        double usedB = usage.raw(b);
        if (tree.shares(a) == tree.shares(b) && usedA == usedB) {
            return 0;
        }
        double above = usage.raw(tree.fsParent(a));
        return LongDoubleLevels.of(Normalised.ofLevel(tree, b), usedB, above)
                .compareTo(LongDoubleLevels.of(Normalised.ofLevel(tree, a), usedA, above));
    }

    /** Level fairshare of a node other than root. */
    double level(int node) {
        return FairTreeLevels.level(tree, n -> Math.max(0, usage.raw(n)), node);
    }

    private int compare(int a, int b) {
        int byLevel = compareLevels(a, b);
        if (byLevel != 0) {
            return byLevel;
        }
        int usersFirst = Boolean.compare(tree.isUser(b), tree.isUser(a));
        return usersFirst != 0 ? usersFirst : Integer.compare(a, b);
    }

    private void loosen(int node) {
        key[node] = keyOf(node);
        if (!isLoose[node] && competes(node)) {
            isLoose[node] = true;
            loose[tree.fsParent(node)]++;
        }
    }

    private double keyOf(int node) {
        long shares = tree.shares(node);
        if (tree.hasParentShares(node)) {
            return tree.isUser(node) ? 0 : Double.NaN;
        }
        return shares == 0 ? LAST : usage.units(node) / shares;
    }

    /** Puts the moved children of the node's parent into their places. */
    private void settle(int node) {
        if (!isLoose[node]) {
            return;
        }
        int above = tree.fsParent(node);
        if (loose[above] == 1) {
            isLoose[node] = false;
            move(node, start[above], start[above + 1]);
        } else if (2 * loose[above] <= start[above + 1] - start[above] || !sort(start[above], start[above + 1])) {
            merge(start[above], start[above + 1], loose[above]);
        }
        loose[above] = 0;
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
            while (to > from && left > 0 && compare(order[to - 1], child) > 0) {
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
        if (at > from && compare(order[at - 1], node) > 0) {
            int to = search(node, from, at - 1);
            System.arraycopy(order, to, order, to + 1, at - to);
            order[to] = node;
            placed(to, at + 1);
        } else if (at + 1 < end && compare(node, order[at + 1]) > 0) {
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
            if (compare(order[middle], node) > 0) {
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
        IntSort.sort(out, this::compare);
        int next = 0;
        int other = 0;
        for (int i = from; i < end; i++) {
            boolean takeMoved = other == kept || (next < moved && compare(out[next], spare[other]) < 0);
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
