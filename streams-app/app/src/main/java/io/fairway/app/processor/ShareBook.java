package io.fairway.app.processor;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.Problem;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The share trees of one domain, built from their nodes when they are asked for. */
final class ShareBook {
    private final Map<String, Map<NodeId, ShareNode>> nodes = new TreeMap<>();
    private final Map<String, ShareTree> built = new HashMap<>();

    /** Puts a node, or marks one as deleted; whether anything changed. */
    boolean put(NodeId id, @Nullable ShareNode node) {
        Map<NodeId, ShareNode> tree = nodes.computeIfAbsent(id.tree(), t -> new HashMap<>());
        ShareNode old = tree.get(id);
        ShareNode now = node != null ? node : old == null ? null : old.asDeleted();
        if (now == null || now.equals(old)) {
            return false;
        }
        tree.put(id, now);
        touch(id.tree());
        return true;
    }

    /** Forgets what was built of a tree, because users that no record names came. */
    void touch(String tree) {
        built.keySet().removeIf(key -> key.endsWith("|" + tree));
    }

    Collection<String> trees() {
        return nodes.keySet();
    }

    @Nullable
    ShareNode node(NodeId id) {
        Map<NodeId, ShareNode> tree = nodes.get(id.tree());
        return tree == null ? null : tree.get(id);
    }

    /**
     * A tree as one policy sees it.
     *
     * @param defaultShares of users that no record names but whose account one does; null = they wait
     * @param users the users that usage or waiting jobs name
     */
    ShareTree tree(String tree, @Nullable Long defaultShares, Function<String, Collection<NodeId>> users) {
        return built.computeIfAbsent(defaultShares + "|" + tree, key -> {
            ShareTree base =
                    ShareTree.build(tree, nodes.getOrDefault(tree, Map.of()).values());
            if (defaultShares == null) {
                return base;
            }
            TreeSet<NodeId> more = new TreeSet<>(
                    java.util.Comparator.comparing(NodeId::account).thenComparing(NodeId::user));
            for (NodeId user : users.apply(tree)) {
                if (base.find(user) < 0 && base.findAccount(user.account()) >= 0 && !isDeleted(user)) {
                    more.add(user);
                }
            }
            return base.withUsers(more, defaultShares);
        });
    }

    private boolean isDeleted(NodeId id) {
        ShareNode node = node(id);
        return node != null && node.deleted();
    }

    /** What is wrong with the trees, in words. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (String tree : nodes.keySet()) {
            for (Problem problem : tree(tree, null, t -> List.of()).problems()) {
                problems.add(problem.message());
            }
        }
        return problems;
    }
}
