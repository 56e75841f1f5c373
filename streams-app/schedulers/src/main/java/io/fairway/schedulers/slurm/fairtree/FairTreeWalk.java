package io.fairway.schedulers.slurm.fairtree;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;

/**
 * The ranking of {@link FairTree}, rules 3 to 5. Holds the counter of the remaining ranks and the last rank given. A
 * user that does not tie with the previous one takes the counter; a tied one repeats the last rank. Both use up one
 * rank.
 */
final class FairTreeWalk {
    private final ShareTree tree;
    private final Fairshare.Values values;
    private final FairTreeLevels levels;
    private long left;
    private long rank;

    FairTreeWalk(ShareTree tree, Fairshare.Values values, FairTreeLevels levels) {
        this.tree = tree;
        this.values = values;
        this.levels = levels;
        this.left = tree.userCount();
        this.rank = left;
    }

    void asDocumented() {
        merged(children(new int[] {0}, 0, 1), false);
    }

    void asSlurm() {
        oneByOne(children(new int[] {0}, 0, 1), false);
    }

    /**
     * Ranks these nodes: the children of one account, or of several that tie.
     *
     * @param tied whether the best of these users ties with the user ranked last
     * @return whether there was a user
     */
    private boolean merged(int[] nodes, boolean tied) {
        IntSort.sort(nodes, this::order);
        boolean ranked = false;
        int from = 0;
        while (from < nodes.length) {
            int accounts = from;
            int end = from;
            while (end < nodes.length && (end == from || levels.compare(nodes[from], nodes[end]) == 0)) {
                if (tree.isUser(nodes[end])) {
                    give(nodes[end], end > from || (tied && !ranked));
                    accounts = end + 1;
                }
                end++;
            }
            boolean withUsers = accounts > from;
            if (accounts < end) {
                boolean best = withUsers || (tied && !ranked);
                ranked |= merged(children(nodes, accounts, end), best);
            }
            ranked |= withUsers;
            from = end;
        }
        return ranked;
    }

    /** Ranks the children of one account; the first of them inherits {@code tied}, even if none is a user. */
    private void oneByOne(int[] nodes, boolean tied) {
        IntSort.sort(nodes, this::order);
        for (int i = 0; i < nodes.length; i++) {
            boolean same = i == 0
                    ? tied || values.levelFs[nodes[0]] == FairTreeLevels.PARENT_ACCOUNT
                    : levels.compare(nodes[i], nodes[i - 1]) == 0;
            if (tree.isUser(nodes[i])) {
                give(nodes[i], same);
            } else {
                oneByOne(children(nodes, i, i + 1), same);
            }
        }
    }

    private void give(int user, boolean tied) {
        if (!tied) {
            rank = left;
        }
        values.rank[user] = rank;
        values.factor[user] = (double) rank / tree.userCount();
        left--;
    }

    private int order(int a, int b) {
        int byLevel = levels.compare(b, a);
        if (byLevel != 0) {
            return byLevel;
        }
        int usersFirst = Boolean.compare(tree.isUser(b), tree.isUser(a));
        return usersFirst != 0 ? usersFirst : Integer.compare(a, b);
    }

    private int[] children(int[] nodes, int from, int end) {
        int count = 0;
        for (int i = from; i < end; i++) {
            count += tree.fsChildCount(nodes[i]);
        }
        int[] children = new int[count];
        int at = 0;
        for (int i = from; i < end; i++) {
            tree.copyFsChildren(nodes[i], children, at);
            at += tree.fsChildCount(nodes[i]);
        }
        return children;
    }
}
