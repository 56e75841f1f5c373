package io.fairway.core.policy;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The most important nodes of a share tree, where not all can be shown. Users: those with the most usage. Accounts: those nearest to
 * root, and of one depth those with the most usage. So a level is complete before the next begins, and the parent of each account
 * is there, too.
 *
 * <p>A time series that comes and goes costs more than one that stays. So who was shown stays until another has a quarter more usage.
 */
public final class TopNodes {
    /** A user who runs jobs and one who waits would change places at each look without it. */
    private static final double AHEAD = 1.25;

    private TopNodes() {}

    /**
     * Chooses nodes.
     *
     * @param users whether users are chosen, or accounts
     * @param most how many, 0 or more
     * @param before those that were shown last
     * @return their numbers, the most important first
     */
    public static List<Integer> of(Fairshare fairshare, boolean users, int most, Set<NodeId> before) {
        if (most == 0) {
            return List.of();
        }
        ShareTree tree = fairshare.tree();
        Set<Integer> shown = new HashSet<>();
        before.forEach(id -> shown.add(tree.find(id)));
        Comparator<Integer> first = order(fairshare, users, shown);
        PriorityQueue<Integer> last = new PriorityQueue<>(first.reversed());
        for (int node = 0; node < tree.size(); node++) {
            if (tree.isUser(node) == users) {
                last.add(node);
                if (last.size() > most) {
                    last.remove();
                }
            }
        }
        List<Integer> top = new ArrayList<>(last);
        top.sort(first);
        return top;
    }

    private static Comparator<Integer> order(Fairshare fairshare, boolean users, Set<Integer> shown) {
        Comparator<Integer> byUsage =
                Comparator.comparingDouble(node -> -fairshare.raw(node) * (shown.contains(node) ? AHEAD : 1));
        // After a reset of usage nobody has any.
        Comparator<Integer> byPlace =
                byUsage.thenComparing(node -> !shown.contains(node)).thenComparing(Comparator.naturalOrder());
        return users
                ? byPlace
                : Comparator.<Integer>comparingInt(fairshare.tree()::depth).thenComparing(byPlace);
    }

    /** The number of accounts or users of a tree. */
    public static int count(ShareTree tree, boolean users) {
        return users ? tree.userCount() : tree.size() - tree.userCount();
    }
}
