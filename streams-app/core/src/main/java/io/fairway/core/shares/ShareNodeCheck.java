package io.fairway.core.shares;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareProblem.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Separates the share nodes that a tree can use from the others, with the reason for each. */
final class ShareNodeCheck {
    private static final Comparator<NodeId> BY_NAME = Comparator.comparing(NodeId::tree)
            .thenComparing(NodeId::account)
            .thenComparing(NodeId::user)
            .thenComparing(NodeId::partition);

    private final String tree;
    // In no order: siblings are sorted later, which is faster than all nodes at once.
    private final Map<NodeId, ShareNode> live = new HashMap<>();
    private final Map<NodeId, ShareNode> deleted = new HashMap<>();
    private final Set<NodeId> rejected = new HashSet<>();
    private final List<ShareProblem> problems = new ArrayList<>();
    private final List<ShareNode> usable = new ArrayList<>();
    private final Set<String> reached = new HashSet<>();
    private @Nullable ShareNode rootRecord;
    private @Nullable Set<String> ownAncestors;

    ShareNodeCheck(String tree, Collection<ShareNode> nodes) {
        this.tree = tree;
        Map<NodeId, ShareNode> first = new HashMap<>(2 * nodes.size());
        Map<NodeId, List<ShareNode>> several = new HashMap<>();
        for (ShareNode node : nodes) {
            ShareNode earlier = first.putIfAbsent(node.id(), node);
            if (earlier != null) {
                several.computeIfAbsent(node.id(), id -> new ArrayList<>(List.of(earlier)))
                        .add(node);
            }
        }
        first.forEach((id, node) -> admit(id, several.getOrDefault(id, List.of(node))));
        reach();
        live.values().forEach(this::place);
        problems.sort(Comparator.comparing(ShareProblem::node, BY_NAME));
    }

    /** The nodes below root that have a path to root. */
    List<ShareNode> usable() {
        return usable;
    }

    /** The deleted nodes, by name. */
    List<ShareNode> deleted() {
        List<ShareNode> sorted = new ArrayList<>(deleted.values());
        sorted.sort(Comparator.comparing(ShareNode::id, BY_NAME));
        return sorted;
    }

    List<ShareProblem> problems() {
        return List.copyOf(problems);
    }

    ShareNode root() {
        return rootRecord != null ? rootRecord : new ShareNode(NodeId.ofRoot(tree), null, 1, 0, 0, false);
    }

    @Nullable
    ShareNode deletedAccount(String name) {
        return deleted.get(NodeId.ofAccount(tree, name));
    }

    /** Name of a node's parent account. */
    static String parentOf(ShareNode node) {
        if (node.id().isUser()) {
            return node.id().account();
        }
        return node.parent() == null ? NodeId.ROOT : node.parent();
    }

    private void admit(NodeId id, List<ShareNode> records) {
        ShareNode node = records.get(0);
        if (!id.tree().equals(tree)) {
            reject(Kind.WRONG_TREE, id, "tree " + id.tree() + ": must be " + tree);
        } else if (id.account().isEmpty() || tree.isEmpty()) {
            reject(Kind.BAD_NAME, id, "tree and account must not be empty");
        } else if (!id.isUser() && !id.partition().isEmpty()) {
            reject(Kind.BAD_NAME, id, "partition " + id.partition() + ": only an association of a user may have one");
        } else if (records.stream().anyMatch(other -> !other.equals(node))) {
            reject(Kind.CONFLICTING_DUPLICATE, id, records.size() + " records of one node differ: must be equal");
        } else if (id.isRoot()) {
            admitRoot(node);
        } else if (node.deleted()) {
            deleted.put(id, node);
        } else if (node.shares() < ShareNode.PARENT || node.shares() > ShareNode.MAX_SHARES) {
            reject(
                    Kind.BAD_SHARES,
                    id,
                    "shares " + node.shares() + ": must be 0 to " + ShareNode.MAX_SHARES + ", or parent");
        } else if (node.priority() < 0) {
            rejectPriority(node);
        } else {
            live.put(id, node);
        }
    }

    private void admitRoot(ShareNode node) {
        if (node.parent() != null) {
            reject(Kind.ROOT_WITH_PARENT, node.id(), "parent " + node.parent() + ": root must have no parent");
        } else if (node.priority() < 0) {
            rejectPriority(node);
        } else if (!node.deleted()) {
            rootRecord = node;
        }
    }

    /** Walks down from root and marks every account on the way. */
    private void reach() {
        Map<String, List<String>> children = new HashMap<>();
        for (ShareNode node : live.values()) {
            if (!node.id().isUser()) {
                children.computeIfAbsent(parentOf(node), name -> new ArrayList<>())
                        .add(node.id().account());
            }
        }
        List<String> level = List.of(NodeId.ROOT);
        for (int depth = 0; depth < ShareTree.MAX_DEPTH && !level.isEmpty(); depth++) {
            List<String> below = new ArrayList<>();
            for (String name : level) {
                reached.add(name);
                below.addAll(children.getOrDefault(name, List.of()));
            }
            level = below;
        }
        for (String name : level) {
            reject(
                    Kind.TOO_DEEP,
                    NodeId.ofAccount(tree, name),
                    "level " + ShareTree.MAX_DEPTH + " below root: accounts must lie higher, so that their users fit");
        }
    }

    private void place(ShareNode node) {
        String above = parentOf(node);
        NodeId aboveId = NodeId.ofAccount(tree, above);
        if (rejected.contains(node.id())) {
            return;
        }
        if (reached.contains(above)) {
            usable.add(node);
        } else if (deleted.containsKey(aboveId)) {
            reject(Kind.DELETED_PARENT, node.id(), "account " + above + " is deleted");
        } else if (live.containsKey(aboveId)) {
            if (isItsOwnAncestor(node)) {
                reject(Kind.CYCLE, node.id(), "parent " + above + " makes the account its own ancestor");
            } else {
                reject(Kind.DETACHED, node.id(), "account " + above + " has no path to root");
            }
        } else if (rejected.contains(aboveId)) {
            reject(Kind.DETACHED, node.id(), "account " + above + " is not usable itself");
        } else {
            boolean user = node.id().isUser();
            reject(
                    user ? Kind.UNKNOWN_ACCOUNT : Kind.UNKNOWN_PARENT,
                    node.id(),
                    (user ? "account " : "parent account ") + above + " is not in tree " + tree);
        }
    }

    private boolean isItsOwnAncestor(ShareNode node) {
        return !node.id().isUser() && cycle().contains(node.id().account());
    }

    /** The accounts that are their own ancestors. Each account is looked at once, however long the chains are. */
    private Set<String> cycle() {
        Set<String> ancestors = ownAncestors;
        if (ancestors == null) {
            ancestors = new HashSet<>();
            Set<String> done = new HashSet<>(reached);
            for (ShareNode start : live.values()) {
                if (!start.id().isUser()) {
                    follow(start, done, ancestors);
                }
            }
            ownAncestors = ancestors;
        }
        return ancestors;
    }

    /** Follows the parents of an account until one that was seen; a way that meets itself is a cycle. */
    private void follow(ShareNode start, Set<String> done, Set<String> cycles) {
        Set<String> way = new LinkedHashSet<>();
        @Nullable ShareNode at = start;
        while (at != null
                && !done.contains(at.id().account())
                && way.add(at.id().account())) {
            at = live.get(NodeId.ofAccount(tree, parentOf(at)));
        }
        if (at != null && way.contains(at.id().account())) {
            String first = at.id().account();
            boolean within = false;
            for (String account : way) {
                within |= account.equals(first);
                if (within) {
                    cycles.add(account);
                }
            }
        }
        done.addAll(way);
    }

    private void rejectPriority(ShareNode node) {
        reject(Kind.BAD_PRIORITY, node.id(), "association priority " + node.priority() + ": must not be negative");
    }

    private void reject(Kind kind, NodeId id, String message) {
        rejected.add(id);
        problems.add(new ShareProblem(kind, id, name(id) + ": " + message));
    }

    private static String name(NodeId id) {
        return id.isUser()
                ? "user " + id.user() + " in account " + id.account()
                        + (id.partition().isEmpty() ? "" : " and partition " + id.partition()) + " of tree "
                        + id.tree()
                : "account " + id.account() + " of tree " + id.tree();
    }
}
