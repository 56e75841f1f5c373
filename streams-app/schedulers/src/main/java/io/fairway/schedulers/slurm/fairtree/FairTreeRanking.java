package io.fairway.schedulers.slurm.fairtree;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * {@link FairTree}, kept from one instant to the next. Where usage moved, the nodes on its path take their new places
 * among their siblings. A walk of the orders hands out the ranks. It goes only into accounts where a place or a tie changed,
 * or how many users are ahead. The results are those of {@link FairTree}, which is the law that this class is tested against.
 * Where a refund leaves an account without usage and a child with some, the law itself is asked. If nothing moved, the ranks of
 * before hold, unless rounded quotients decided one of them.
 *
 * <p>Not for several threads. The results are values.
 */
public final class FairTreeRanking {
    private final ShareTree tree;
    private final FairTree.Ties ties;
    private final AccountVisits visits;
    private final SiblingComparison by;
    private final SiblingOrders orders;
    private UsageSnapshot usage;

    private int[] ranks;
    /** Whether a result has the ranks, so that they must not change. */
    private boolean isGiven;

    private int left;
    private int rank;
    private boolean overdrawn;
    /** The last result, as long as it holds at every instant. */
    private @Nullable RankedTree last;

    /**
     * Sorts a tree.
     *
     * @param usage which {@link #moved} keeps up to date from now on
     */
    public FairTreeRanking(ShareTree tree, FairTree.Ties ties, UsageSnapshot usage) {
        this.tree = tree;
        this.ties = ties;
        this.usage = usage;
        visits = new AccountVisits(tree);
        by = new SiblingComparison(tree, ties, usage, visits);
        orders = new SiblingOrders(tree, by, visits);
        ranks = new int[tree.size()];
    }

    /**
     * Usage moved.
     *
     * @param now the usage of every node
     * @param nodes where it differs from the usage before, in {@link UsageSnapshot#units}: users, and the accounts above
     *     them
     * @param count how many of {@code nodes} count
     */
    public void moved(UsageSnapshot now, int[] nodes, int count) {
        usage = now;
        if (count > 0) {
            last = null;
        }
        orders.moved(now, nodes, count);
    }

    /** The ranks by the usage of now. */
    public Fairshare rank() {
        if (last != null) {
            last = last.in(usage.unit());
            return last;
        }
        by.forgetClose();
        left = tree.userCount();
        rank = left;
        overdrawn = false;
        switch (ties) {
            case DOCUMENTED -> merged(0, false);
            case SLURM -> oneByOne(0, false);
        }
        if (overdrawn) {
            visits.doubtAll();
            return new FairTree(ties).evaluate(tree, usage);
        }
        RankedTree ranked = new RankedTree(tree, ranks, usage.allUnits(tree.size()), usage.unit());
        isGiven = true;
        last = by.wasClose() ? null : ranked;
        return ranked;
    }

    /** Ranks the children of one account; returns whether there was a user. */
    private boolean merged(int account, boolean tied) {
        if (visits.isKnown(account, left, rank, tied)) {
            return skip(account);
        }
        boolean doubtAbove = visits.begin(account, left, rank, tied);
        overdrawn |= orders.isOverdrawn(account);
        boolean ranked = merged(orders.all(), orders.start(account), orders.end(account), true, tied);
        visits.end(account, left, rank, doubtAbove);
        return ranked;
    }

    /** Lets the ranks below an account as they are; returns whether there is a user. */
    private boolean skip(int account) {
        int before = left;
        left = visits.leftAfter(account);
        rank = visits.rankAfter(account);
        return left < before;
    }

    /**
     * Ranks nodes that are in order, as documented.
     *
     * @param siblings whether they are children of one account; else of several that tie
     * @param tied whether the best of these users ties with the user ranked last
     * @return whether there was a user
     */
    private boolean merged(int[] nodes, int start, int stop, boolean siblings, boolean tied) {
        boolean ranked = false;
        int from = start;
        while (from < stop) {
            int accounts = from;
            int end = from;
            while (end < stop && (end == from || compare(nodes[from], nodes[end], siblings) == 0)) {
                if (tree.isUser(nodes[end])) {
                    give(nodes[end], end > from || (tied && !ranked));
                    accounts = end + 1;
                }
                end++;
            }
            boolean withUsers = accounts > from;
            boolean best = withUsers || (tied && !ranked);
            if (end - accounts == 1) {
                ranked |= merged(nodes[accounts], best);
            } else if (end > accounts) {
                int[] children = childrenOfTied(nodes, accounts, end);
                ranked |= merged(children, 0, children.length, false, best);
            }
            ranked |= withUsers;
            from = end;
        }
        return ranked;
    }

    /** Ranks the children of one account as Slurm does; the first of them inherits {@code tied}, even if none is a user. */
    private void oneByOne(int account, boolean tied) {
        if (visits.isKnown(account, left, rank, tied)) {
            skip(account);
            return;
        }
        if (visits.isInDoubt(account)) {
            orders.repair(account);
        }
        boolean doubtAbove = visits.begin(account, left, rank, tied);
        overdrawn |= orders.isOverdrawn(account);
        int[] nodes = orders.all();
        int from = orders.start(account);
        int end = orders.end(account);
        for (int i = from; i < end; i++) {
            int node = nodes[i];
            boolean same = i == from
                    ? tied || by.level(node) == FairTreeLevels.PARENT_ACCOUNT
                    : by.compareLevels(nodes[i - 1], node) == 0;
            if (tree.isUser(node)) {
                give(node, same);
            } else {
                oneByOne(node, same);
            }
        }
        visits.end(account, left, rank, doubtAbove);
    }

    private void give(int user, boolean tied) {
        if (!tied) {
            rank = left;
        }
        if (ranks[user] != rank) {
            if (isGiven) {
                ranks = ranks.clone();
                isGiven = false;
            }
            ranks[user] = rank;
        }
        left--;
    }

    /** The children of accounts that tie, in one order. */
    private int[] childrenOfTied(int[] nodes, int from, int end) {
        if (by.key(nodes[from]) != 0) {
            visits.doubt(); // Children of several accounts overtake each other with usage above them that nobody
            // watches.
        }
        int count = 0;
        for (int i = from; i < end; i++) {
            visits.forget(nodes[i]);
            overdrawn |= orders.isOverdrawn(nodes[i]);
            count += orders.end(nodes[i]) - orders.start(nodes[i]);
        }
        int[] children = new int[count];
        int at = 0;
        for (int i = from; i < end; i++) {
            int own = orders.end(nodes[i]) - orders.start(nodes[i]);
            System.arraycopy(orders.all(), orders.start(nodes[i]), children, at, own);
            at += own;
        }
        IntSort.sort(children, this::order);
        return children;
    }

    private int order(int a, int b) {
        int byLevel = compare(a, b, false);
        if (byLevel != 0) {
            return byLevel;
        }
        int usersFirst = Boolean.compare(tree.isUser(b), tree.isUser(a));
        return usersFirst != 0 ? usersFirst : Integer.compare(a, b);
    }

    /** Negative, 0 or positive as {@code a} is better than, equal to or worse than {@code b}. */
    private int compare(int a, int b, boolean siblings) {
        if (siblings || tree.fsParent(a) == tree.fsParent(b)) {
            return by.compareLevels(a, b);
        }
        double left = by.key(a);
        double right = by.key(b);
        if (left == 0 || right == 0) {
            return Boolean.compare(right == 0, left == 0);
        }
        if (left == SiblingComparison.LAST || right == SiblingComparison.LAST) {
            return Boolean.compare(left == SiblingComparison.LAST, right == SiblingComparison.LAST);
        }
        double difference = by.level(a) - by.level(b);
        if (Math.abs(difference) > FairTreeLevels.CLOSE * Math.max(by.level(a), by.level(b))) {
            return difference > 0 ? -1 : 1;
        }
        return ExactLevels.compare(tree, usage, b, a);
    }
}
