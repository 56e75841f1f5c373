package io.fairway.schedulers.lsf.fairshare;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorities.Adjustment;
import java.util.ArrayList;
import java.util.List;

/**
 * Dynamic user priorities on a tree of associations, with the same result type as every fairshare algorithm.
 *
 * <ol>
 *   <li>{@code factor} and {@code levelFs} are the dynamic priority of the node among its siblings: 0 to 100 times its shares,
 *       not 0..1; not a number for root.
 *   <li>{@code normShares} are shares over those of the level; {@code raw} is the denominator of the node's priority.
 *   <li>{@code rank} counts down from the number of users, in the order of the election's walk if all users had pending
 *       jobs and no job started in between. Siblings of equal priority share a rank, and use up one each, if the users
 *       below each of them are equal among themselves. The earlier job in the queue then goes first, as in an
 *       election. Other groups of equal priority go in the order of the tree, because a rank does not depend on
 *       jobs.
 *   <li>A node without shares (or with parent shares, which LSF does not have) has priority 0.
 * </ol>
 *
 * <p>It reads more than one number of each node, unlike the other algorithms, so it has its own {@link #evaluate}.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Dynamic user priority; Hierarchical user-based fair share.
 */
public final class DynamicFairshare {
    private final DynamicPriorityParameters parameters;
    private final Adjustment adjustment;

    /** @param adjustment the value of the plug-in for a node; 0 without one */
    public DynamicFairshare(DynamicPriorityParameters parameters, Adjustment adjustment) {
        this.parameters = parameters;
        this.adjustment = adjustment;
    }

    /**
     * The priorities of all nodes.
     *
     * @param own each node's own use, without the nodes below it; by node number
     */
    public Fairshare evaluate(ShareTree tree, List<Consumption> own) {
        DynamicPriorities priorities = DynamicPriorities.evaluate(ShareLevels.of(tree), own, parameters, adjustment);
        double[] load = new double[tree.size()];
        for (int i = 0; i < load.length; i++) {
            load[i] = priorities.denominator(i);
        }
        Fairshare.Values values = new Fairshare.Values(tree, UsageSnapshot.of(load));
        values.normShares[0] = 1;
        for (int i = 1; i < load.length; i++) {
            values.factor[i] = priorities.priority(i);
            values.levelFs[i] = priorities.priority(i);
            values.normShares[i] =
                    tree.levelShares(i) == 0 ? 0 : (double) Math.max(0, tree.shares(i)) / tree.levelShares(i);
        }
        rank(tree, priorities, values);
        return values.finish((fairshare, node) -> explain(priorities, node));
    }

    private static List<Term> explain(DynamicPriorities priorities, int node) {
        List<Term> terms = new ArrayList<>(priorities.explain(node));
        Term first = terms.get(0);
        terms.set(0, new Term("fairshare", first.value(), "dynamic priority: " + first.rule(), first.inputs()));
        return terms;
    }

    private static void rank(ShareTree tree, DynamicPriorities priorities, Fairshare.Values values) {
        List<List<Integer>> children = new ArrayList<>();
        for (int i = 0; i < tree.size(); i++) {
            children.add(new ArrayList<>());
            if (i > 0) {
                children.get(tree.parent(i)).add(i);
            }
        }
        boolean[] level = new boolean[tree.size()];
        for (int i = tree.size() - 1; i >= 0; i--) {
            List<Integer> below = children.get(i);
            below.sort((one, other) -> Double.compare(priorities.priority(other), priorities.priority(one)));
            level[i] = below.isEmpty()
                    || (ties(priorities, below, 0) == below.size()
                            && below.stream().allMatch(child -> level[child]));
        }
        List<List<Integer>> ahead = new ArrayList<>(List.of(List.of(0)));
        long rank = tree.userCount();
        while (!ahead.isEmpty()) {
            List<Integer> tied = ahead.remove(ahead.size() - 1);
            if (tied.stream().allMatch(node -> level[node])) {
                long users = 0;
                for (int node : tied) {
                    for (int i = node; i < tree.subtreeEnd(node); i++) {
                        if (tree.isUser(i)) {
                            values.rank[i] = rank;
                            users++;
                        }
                    }
                }
                rank -= users;
                continue;
            }
            if (tied.size() > 1) {
                tied.reversed().forEach(node -> ahead.add(List.of(node)));
                continue;
            }
            List<Integer> below = children.get(tied.get(0));
            List<List<Integer>> next = new ArrayList<>();
            for (int from = 0; from < below.size(); from = ties(priorities, below, from)) {
                next.add(below.subList(from, ties(priorities, below, from)));
            }
            ahead.addAll(next.reversed());
        }
    }

    /** The end of the run of sorted siblings that have the same priority as the one at an index. */
    private static int ties(DynamicPriorities priorities, List<Integer> siblings, int from) {
        int to = from + 1;
        while (to < siblings.size()
                && priorities.priority(siblings.get(to)) == priorities.priority(siblings.get(from))) {
            to++;
        }
        return to;
    }
}
