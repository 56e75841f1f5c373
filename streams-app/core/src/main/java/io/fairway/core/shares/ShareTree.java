package io.fairway.core.shares;

import io.fairway.core.model.NodeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The accounts and users of one tree with their shares, in arrays that policies walk.
 *
 * <p>Rules:
 *
 * <ol>
 *   <li>Nodes are numbered depth first; node 0 is root. Siblings, users and accounts mixed, sort by
 *       {@link ShareNode#order()}, then by name.
 *   <li>fsParent of a node is its nearest ancestor whose shares are not {@link ShareNode#PARENT}; root always
 *       qualifies. A node with parent shares is transparent: its children compete at the level above it.
 *   <li>The level of a node is all nodes with the same fsParent; its sum counts the nodes with shares of their own.
 *   <li>Deleted nodes do not compete: they have no number and no shares, and do not count as users. Their usage belongs
 *       to an account ({@link #deleted()}).
 *   <li>The tree leaves out each node that it cannot use, with all nodes below it, and reports a {@link ShareProblem}
 *       for each. It guesses nothing. Neither numbers nor problems depend on the order of the input.
 * </ol>
 *
 * <p>Source of rules 2 and 3: Slurm 22.05 priority_multifactor and sacctmgr, Fairshare=parent.
 */
public final class ShareTree {
    /** The deepest accepted level; root is level 0. */
    public static final int MAX_DEPTH = 1000;

    /**
     * A removed user or account.
     *
     * @param id the removed node
     * @param account number of the nearest existing account, which keeps the usage; -1 if the tree has none
     */
    public record Deleted(NodeId id, int account) {}

    private final String tree;
    private final List<ShareNode> source;
    /** Records that took the place of those in the source: {@link #withShares}. */
    private final Map<NodeId, ShareNode> newer;

    private final ShareTreeLayout layout;
    private final long maxPriority;

    private ShareTree(String tree, List<ShareNode> source) {
        this(tree, source, Map.of(), ShareTreeLayout.of(tree, source));
    }

    private ShareTree(String tree, List<ShareNode> source, Map<NodeId, ShareNode> newer, ShareTreeLayout layout) {
        this.tree = tree;
        this.source = source;
        this.newer = newer;
        this.layout = layout;
        this.maxPriority = Arrays.stream(layout.priority).max().orElse(0);
    }

    /** The tree named {@code tree} of these nodes, in any order. Never throws for bad content. */
    public static ShareTree build(String tree, Collection<ShareNode> nodes) {
        return new ShareTree(tree, List.copyOf(nodes));
    }

    /**
     * Whether a record of a node differs from the one before at most in shares and association priority, so that the tree
     * keeps its shape: {@link #withShares} can take it.
     */
    public static boolean keepsShape(ShareNode before, ShareNode now) {
        return before.id().equals(now.id())
                && !now.id().isRoot()
                && Objects.equals(before.parent(), now.parent())
                && before.order() == now.order()
                && isUsable(before)
                && isUsable(now)
                && (before.shares() == ShareNode.PARENT) == (now.shares() == ShareNode.PARENT);
    }

    private static boolean isUsable(ShareNode node) {
        return !node.deleted()
                && node.shares() >= ShareNode.PARENT
                && node.shares() <= ShareNode.MAX_SHARES
                && node.priority() >= 0;
    }

    /**
     * This tree with newer records, each of which {@link #keepsShape}. Nothing is sorted or checked again. A record of a node
     * that the tree leaves out changes nothing, as its shares are not what is wrong with it.
     */
    public ShareTree withShares(Collection<ShareNode> records) {
        Map<NodeId, ShareNode> all = new HashMap<>(newer);
        records.forEach(record -> all.put(record.id(), record));
        return new ShareTree(tree, source, all, layout.withShares(records));
    }

    /** Whether it has the same nodes with the same numbers as another tree, without a look at each. */
    @SuppressWarnings("ReferenceEquality") // an array belongs to one shape
    public boolean isShapedAs(ShareTree other) {
        return layout.ids == other.layout.ids;
    }

    /**
     * This tree with users that have no record (auto-provisioning). They come after all their siblings, in order of
     * name. An existing user does not change; a deleted one comes back.
     */
    public ShareTree withUsers(Collection<NodeId> users, long defaultShares) {
        List<ShareNode> more = new ArrayList<>(source);
        if (!newer.isEmpty()) {
            more.replaceAll(node -> newer.getOrDefault(node.id(), node));
        }
        boolean changed = false;
        for (NodeId user : users) {
            if (find(user) < 0) {
                more.removeIf(node -> node.deleted() && node.id().equals(user));
                more.add(new ShareNode(user, null, defaultShares, 0, Long.MAX_VALUE, false));
                changed = true;
            }
        }
        return changed ? new ShareTree(tree, Collections.unmodifiableList(more)) : this;
    }

    /** The tree's name. */
    public String tree() {
        return tree;
    }

    /** Number of nodes, root included. */
    public int size() {
        return layout.ids.length;
    }

    /** Number of user associations, idle ones and those without shares included. */
    public int userCount() {
        return layout.userCount;
    }

    /** The node of a number, 0 to {@link #size} - 1; 0 is root. */
    public NodeId id(int node) {
        return layout.ids[node];
    }

    /** Whether a node is a user's association and not an account. */
    public boolean isUser(int node) {
        return layout.user[node];
    }

    /** Raw shares; {@link ShareNode#PARENT} for parent shares; 1 for root, whose shares have no effect. */
    public long shares(int node) {
        return layout.shares[node];
    }

    /** Whether a node has FairShare=parent: its children compete at the level above. */
    public boolean hasParentShares(int node) {
        return layout.shares[node] == ShareNode.PARENT;
    }

    /** Association priority of the node's record, 0 for root without a record. */
    public long priority(int node) {
        return layout.priority[node];
    }

    /** The largest association priority in the tree. */
    public long maxPriority() {
        return maxPriority;
    }

    /** Number of the parent; -1 for root. */
    public int parent(int node) {
        return layout.parent[node];
    }

    /** Number of the nearest ancestor without parent shares; -1 for root. */
    public int fsParent(int node) {
        return layout.fsParent[node];
    }

    /** Levels below root, counted by parents (not by fsParents). */
    public int depth(int node) {
        return layout.depth[node];
    }

    /** The number after the last node of this node's subtree. */
    public int subtreeEnd(int node) {
        return layout.subtreeEnd[node];
    }

    /** Sum of the raw shares of the node's level, its own included; 1 for root. */
    public long levelShares(int node) {
        return node == 0 ? 1 : layout.childShares[layout.fsParent[node]];
    }

    /** The number of nodes with {@code node} as their fsParent. */
    public int fsChildCount(int node) {
        return layout.fsChildStart[node + 1] - layout.fsChildStart[node];
    }

    /** Copies the nodes whose fsParent is {@code node}, in tree order, to {@code to}, starting at index {@code at}. */
    public void copyFsChildren(int node, int[] to, int at) {
        System.arraycopy(layout.fsChildren, layout.fsChildStart[node], to, at, fsChildCount(node));
    }

    /** Number of a node; -1 for an unknown or deleted one. */
    public int find(NodeId id) {
        return layout.find(id);
    }

    /** Number of an account; -1 for an unknown one. */
    public int findAccount(String name) {
        return find(NodeId.ofAccount(tree, name));
    }

    /** The deleted nodes, by name, each with the account that keeps its usage. */
    public List<Deleted> deleted() {
        return layout.deleted;
    }

    /** The problems of the share nodes, by node. */
    public List<ShareProblem> problems() {
        return layout.problems;
    }

    /**
     * The node whose fairshare counts for a job of an association in a partition: the association of that partition if
     * there is one, else the one of no partition; -1 without either. Source: Slurm, sacctmgr(1), Partition of an
     * association.
     */
    public int find(NodeId association, String partition) {
        int own = partition.isEmpty() ? -1 : find(association.in(partition));
        return own < 0 ? find(association.in("")) : own;
    }

    /**
     * The node that has the usage of an association: its own, or without one that of the association of no partition, or
     * the account that keeps the usage of a deleted one; -1 if nothing of it is in the tree.
     */
    public int owner(NodeId association) {
        int node = find(association, association.partition());
        return node < 0 ? layout.keeper(association) : node;
    }

    /** Account path from root, {@code /} for root, {@code /phys/cms} for an account, with the user's name after it for a user,
     * and {@code @} with the partition for an association of one. */
    public String path(int node) {
        if (node == 0) {
            return "/";
        }
        StringBuilder path = new StringBuilder();
        for (int i = node; i > 0; i = layout.parent[i]) {
            NodeId id = layout.ids[i];
            path.insert(
                    0,
                    "/" + (id.isUser() ? id.user() : id.account())
                            + (id.partition().isEmpty() ? "" : "@" + id.partition()));
        }
        return path.toString();
    }
}
