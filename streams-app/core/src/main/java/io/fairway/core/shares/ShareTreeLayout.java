package io.fairway.core.shares;

import io.fairway.core.model.NodeId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The arrays of a {@link ShareTree}: the nodes that pass {@link ShareNodeCheck}, numbered depth first. */
final class ShareTreeLayout {
    private static final Comparator<ShareNode> SIBLINGS = Comparator.comparingLong(ShareNode::order)
            .thenComparing(
                    node -> node.id().isUser() ? node.id().user() : node.id().account())
            .thenComparing(node -> !node.id().isUser())
            .thenComparing(node -> node.id().partition());

    final NodeId[] ids;
    final boolean[] user;
    final long[] shares;
    final long[] priority;
    final int[] parent;
    final int[] fsParent;
    final int[] depth;
    final int[] subtreeEnd;
    /** Sum of the shares of the nodes whose fsParent this is. */
    final long[] childShares;

    final int[] fsChildStart;
    final int[] fsChildren;
    final int userCount;
    private final NodeIndex index;
    final List<ShareTree.Deleted> deleted;
    /** By deleted node, the account that keeps its usage. */
    private final Map<NodeId, Integer> keepers;

    final List<ShareProblem> problems;

    static ShareTreeLayout of(String tree, List<ShareNode> nodes) {
        return new ShareTreeLayout(tree, new ShareNodeCheck(tree, nodes));
    }

    private ShareTreeLayout(String tree, ShareNodeCheck checked) {
        List<ShareNode> order = depthFirst(checked);
        int size = order.size();
        ids = new NodeId[size];
        user = new boolean[size];
        shares = new long[size];
        priority = new long[size];
        parent = new int[size];
        fsParent = new int[size];
        depth = new int[size];
        subtreeEnd = new int[size];
        childShares = new long[size];
        index = new NodeIndex(ids);
        int users = 0;
        Map<String, Integer> accounts = new HashMap<>();
        for (int i = 0; i < size; i++) {
            ShareNode node = order.get(i);
            ids[i] = node.id();
            user[i] = node.id().isUser();
            shares[i] = i == 0 ? 1 : node.shares();
            priority[i] = node.priority();
            index.add(i);
            users += user[i] ? 1 : 0;
            link(i, node, accounts);
            if (!user[i]) {
                accounts.put(node.id().account(), i);
            }
        }
        userCount = users;
        closeSubtrees();
        fsChildStart = new int[size + 1];
        fsChildren = new int[size - 1];
        listFsChildren();
        deleted = checked.deleted().stream()
                .map(node -> new ShareTree.Deleted(node.id(), owner(tree, node, checked)))
                .toList();
        keepers = new HashMap<>();
        deleted.forEach(node -> keepers.put(node.id(), node.account()));
        problems = checked.problems();
    }

    /** The same shape, with other shares and priorities of some of its nodes. */
    private ShareTreeLayout(ShareTreeLayout same, Collection<ShareNode> records) {
        ids = same.ids;
        user = same.user;
        shares = same.shares.clone();
        priority = same.priority.clone();
        parent = same.parent;
        fsParent = same.fsParent;
        depth = same.depth;
        subtreeEnd = same.subtreeEnd;
        childShares = same.childShares.clone();
        fsChildStart = same.fsChildStart;
        fsChildren = same.fsChildren;
        userCount = same.userCount;
        index = same.index;
        deleted = same.deleted;
        keepers = same.keepers;
        problems = same.problems;
        for (ShareNode record : records) {
            int node = find(record.id());
            if (node >= 0) {
                if (shares[node] != ShareNode.PARENT) {
                    childShares[fsParent[node]] += record.shares() - shares[node];
                }
                shares[node] = record.shares();
                priority[node] = record.priority();
            }
        }
    }

    ShareTreeLayout withShares(Collection<ShareNode> records) {
        return new ShareTreeLayout(this, records);
    }

    private static List<ShareNode> depthFirst(ShareNodeCheck checked) {
        Map<String, List<ShareNode>> children = new HashMap<>();
        for (ShareNode node : checked.usable()) {
            children.computeIfAbsent(ShareNodeCheck.parentOf(node), name -> new ArrayList<>())
                    .add(node);
        }
        List<ShareNode> order = new ArrayList<>();
        Deque<ShareNode> next = new ArrayDeque<>();
        next.push(checked.root());
        while (!next.isEmpty()) {
            ShareNode node = next.pop();
            order.add(node);
            List<ShareNode> below =
                    node.id().isUser() ? null : children.get(node.id().account());
            if (below != null) {
                below.sort(SIBLINGS);
                Collections.reverse(below);
                below.forEach(next::push);
            }
        }
        return order;
    }

    /** @param accounts the numbers of the accounts so far, by name */
    private void link(int i, ShareNode node, Map<String, Integer> accounts) {
        if (i == 0) {
            parent[i] = -1;
            fsParent[i] = -1;
            return;
        }
        int above = Objects.requireNonNull(
                accounts.get(ShareNodeCheck.parentOf(node)), "accounts are numbered before their children");
        parent[i] = above;
        fsParent[i] = shares[above] == ShareNode.PARENT ? fsParent[above] : above;
        depth[i] = depth[above] + 1;
        if (shares[i] != ShareNode.PARENT) {
            childShares[fsParent[i]] += shares[i];
        }
    }

    private void closeSubtrees() {
        for (int i = ids.length - 1; i >= 0; i--) {
            subtreeEnd[i] = Math.max(subtreeEnd[i], i + 1);
            if (i > 0) {
                subtreeEnd[parent[i]] = Math.max(subtreeEnd[parent[i]], subtreeEnd[i]);
            }
        }
    }

    private void listFsChildren() {
        for (int i = 1; i < ids.length; i++) {
            fsChildStart[fsParent[i] + 1]++;
        }
        for (int i = 0; i < ids.length; i++) {
            fsChildStart[i + 1] += fsChildStart[i];
        }
        int[] next = Arrays.copyOf(fsChildStart, ids.length);
        for (int i = 1; i < ids.length; i++) {
            fsChildren[next[fsParent[i]]++] = i;
        }
    }

    /** The nearest account above a deleted node in the tree; -1 if an account in between is unknown. */
    private int owner(String tree, ShareNode node, ShareNodeCheck checked) {
        String name = ShareNodeCheck.parentOf(node);
        for (int steps = 0; steps <= ShareTree.MAX_DEPTH; steps++) {
            int found = find(NodeId.ofAccount(tree, name));
            if (found >= 0) {
                return found;
            }
            @Nullable ShareNode above = checked.deletedAccount(name);
            if (above == null) {
                return -1;
            }
            name = ShareNodeCheck.parentOf(above);
        }
        return -1;
    }

    /** Number of a node; -1 for an unknown or deleted one. */
    int find(NodeId id) {
        return index.find(id);
    }

    /** The account that keeps the usage of a deleted association, or of a partition of it; -1 if it is not deleted. */
    int keeper(NodeId association) {
        Integer keeper = keepers.get(association.in(""));
        return keeper != null ? keeper : keepers.getOrDefault(association, -1);
    }
}
