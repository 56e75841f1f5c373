package io.fairway.core.policy;

import io.fairway.core.model.NodeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ranks of the users of one account in a few small numbers. When one user moves, the ranks of all between its old and its new
 * place change by one. Packed, that is one number of each account there, and not one record for each user.
 *
 * <p>With N ranked users in the tree, rank(u) = N - ahead - the sum of the steps up to u. Nothing is composed along the path
 * of an account: ranks are those of the tree. So nested accounts, parent shares and ties of both kinds need no rule.
 *
 * @param users of the account, the best first; equal ranks by name
 * @param ahead users of the tree that are ranked before the first of them; those that tie with it do not count
 * @param steps of each user but the first: the rank of the one before minus its own, 0 = tie
 */
public record PackedRanks(List<NodeId> users, long ahead, List<Integer> steps) {
    /** The most users of one packed record: so many of the longest names still fit into a record of a topic. */
    public static final int MOST = 400;

    private static final Comparator<NodeId> BY_NAME =
            Comparator.comparing(NodeId::user).thenComparing(NodeId::partition);

    public PackedRanks {
        users = List.copyOf(users);
        steps = List.copyOf(steps);
        if (users.isEmpty() ? ahead != 0 || !steps.isEmpty() : steps.size() != users.size() - 1) {
            throw new IllegalArgumentException(users.size() + " users with " + steps.size()
                    + " steps: there must be one step less than users, and nothing without users");
        }
    }

    /**
     * Reads the fields of a record.
     *
     * @param users names of the users, the best first
     * @param partitions of each user's association (Slurm), empty = none; no entries if none has one
     * @throws IllegalArgumentException if the lists do not fit each other
     */
    public static PackedRanks read(
            String tree, String account, List<String> users, List<String> partitions, long ahead, List<Integer> steps) {
        if (!partitions.isEmpty() && partitions.size() != users.size()) {
            throw new IllegalArgumentException(users.size() + " users with " + partitions.size()
                    + " partitions: there must be one for each user, or none");
        }
        List<NodeId> nodes = new ArrayList<>(users.size());
        for (int i = 0; i < users.size(); i++) {
            NodeId user = NodeId.ofUser(tree, account, users.get(i));
            nodes.add(partitions.isEmpty() ? user : user.in(partitions.get(i)));
        }
        return new PackedRanks(nodes, ahead, steps);
    }

    /**
     * Packs the ranks of some users of an account, and sorts their numbers.
     *
     * @param nodes numbers of the users in the evaluated tree
     * @param last what was packed of the same numbers in this order before, or null. Its lists are used again if they hold.
     */
    public static PackedRanks of(Fairshare fairshare, int[] nodes, @Nullable PackedRanks last) {
        PackedRanks reusable = last != null && isStillInOrder(fairshare, nodes, last.steps) ? last : null;
        if (reusable == null) {
            sort(fairshare, nodes);
        }
        List<NodeId> users = reusable != null
                ? reusable.users
                : Arrays.stream(nodes).mapToObj(fairshare.tree()::id).toList();
        List<Integer> steps = new ArrayList<>(nodes.length);
        for (int i = 1; i < nodes.length; i++) {
            steps.add((int) (fairshare.rank(nodes[i - 1]) - fairshare.rank(nodes[i])));
        }
        long ahead = nodes.length == 0 ? 0 : fairshare.tree().userCount() - fairshare.rank(nodes[0]);
        return new PackedRanks(users, ahead, last != null && steps.equals(last.steps) ? last.steps : steps);
    }

    /** Whether ranks did not overtake each other. Users that tied before are in the order of their names. */
    private static boolean isStillInOrder(Fairshare fairshare, int[] nodes, List<Integer> steps) {
        for (int i = 1; i < nodes.length; i++) {
            long step = fairshare.rank(nodes[i - 1]) - fairshare.rank(nodes[i]);
            if (step < 0 || (step == 0 && steps.get(i - 1) != 0 && comesAfter(fairshare, nodes[i - 1], nodes[i]))) {
                return false;
            }
        }
        return true;
    }

    /**
     * The rank of each user, in their order: the number of users is served first, 1 last.
     *
     * @param ranked users in the tree
     */
    public long[] ranks(long ranked) {
        long[] ranks = before();
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = ranked - ranks[i];
        }
        return ranks;
    }

    /** How many users of the tree are served before each user, in their order; those that tie with it do not count. */
    public long[] before() {
        long[] before = new long[users.size()];
        long sum = ahead;
        for (int i = 0; i < before.length; i++) {
            sum += i == 0 ? 0 : steps.get(i - 1);
            before[i] = sum;
        }
        return before;
    }

    /** By insertion: the numbers are nearly in order, because they were at the last evaluation. */
    private static void sort(Fairshare fairshare, int[] nodes) {
        for (int i = 1; i < nodes.length; i++) {
            int node = nodes[i];
            int at = i;
            while (at > 0 && comesAfter(fairshare, nodes[at - 1], node)) {
                nodes[at] = nodes[at - 1];
                at--;
            }
            nodes[at] = node;
        }
    }

    private static boolean comesAfter(Fairshare fairshare, int one, int other) {
        long difference = fairshare.rank(other) - fairshare.rank(one);
        return difference != 0
                ? difference > 0
                : BY_NAME.compare(fairshare.tree().id(one), fairshare.tree().id(other)) > 0;
    }
}
