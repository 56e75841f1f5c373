package io.fairway.engine.state;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareProblem;
import io.fairway.core.shares.ShareTree;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.store.DecodeCache;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.records.StoredRecords;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The share trees of one domain, built from their nodes on demand. */
public final class ShareBook {
    private Map<String, Map<NodeId, ShareNode>> nodes = new TreeMap<>();
    /** Names of trees and accounts, once each: the record of every user brings its own copies of both. */
    private final Map<String, String> names = new HashMap<>();

    private final Map<String, ShareTree> built = new HashMap<>();
    // The trees of the records alone, and the last ones with users that no record names. Both take long to build for
    // many users.
    private final Map<String, ShareTree> recorded = new HashMap<>();
    private final Map<String, Joined> joined = new HashMap<>();
    /** By tree, the records that came since the tree was built, as long as they do not change its shape. */
    private final Map<String, Map<NodeId, ShareNode>> newShares = new HashMap<>();

    /** The problems of the trees in words, until a node changes: every heartbeat asks. */
    private @Nullable List<String> problems;

    private record Joined(ShareTree recorded, Set<NodeId> users, ShareTree tree) {}

    /**
     * Replays the stored nodes.
     *
     * @param last the book of the last reading, whose trees are taken over if no node changed since; null = none
     */
    void restore(StateStores<?, ?> stores, DecodeCache decodeCache, @Nullable ShareBook last, Consumer<Change> replay) {
        List<Change.Share> stored = new ArrayList<>();
        boolean changed = decodeCache.forEach(
                stores.get(Stores.SHARES),
                Change.Share.class,
                (key, bytes) -> new Change.Share(StoredRecords.share(bytes)),
                stored::add);
        if (!changed && last != null) {
            nodes = last.nodes;
            synchronized (last.recorded) {
                recorded.putAll(last.recorded);
                last.joined.forEach((key, tree) -> {
                    if (nodes.containsKey(tree.recorded().tree())) {
                        joined.put(key, tree);
                    }
                });
            }
            return;
        }
        stored.forEach(replay);
    }

    /** Takes a change into memory. */
    void replay(Change.Share share) {
        ShareNode node = withSharedNames(share.node());
        NodeId id = node.id();
        ShareNode before =
                nodes.computeIfAbsent(id.tree(), t -> new HashMap<>()).put(id, node);
        if (before == null || !ShareTree.keepsShape(before, node)) {
            recorded.remove(id.tree());
            newShares.remove(id.tree());
            problems = null;
        } else if (recorded.containsKey(id.tree())) {
            newShares.computeIfAbsent(id.tree(), t -> new HashMap<>()).put(id, node);
        }
        touch(id.tree());
    }

    private ShareNode withSharedNames(ShareNode node) {
        NodeId id = node.id();
        NodeId shared = new NodeId(once(id.tree()), once(id.account()), id.user(), once(id.partition()));
        String parent = node.parent() == null ? null : once(node.parent());
        return new ShareNode(shared, parent, node.shares(), node.priority(), node.order(), node.deleted());
    }

    private String once(String name) {
        String same = names.putIfAbsent(name, name);
        return same == null ? name : same;
    }

    /**
     * The change of a record; null if there is none. A removal marks the node as deleted, also a user who was not known:
     * compaction may have deleted the record before a tombstone. An account's tombstone does not say what is above it.
     *
     * @param node null = a tombstone
     */
    public Change.@Nullable Share decide(NodeId id, @Nullable ShareNode node) {
        ShareNode old = node(id);
        ShareNode now = node;
        if (now == null && old != null) {
            now = old.asDeleted();
        } else if (now == null && id.isUser()) {
            now = new ShareNode(id, null, 1, 0, 0, true);
        }
        return now == null || now.equals(old) ? null : new Change.Share(now);
    }

    /** Forgets the built forms of a tree, because users came that no record names. */
    public void touch(String tree) {
        built.keySet().removeIf(key -> key.endsWith("|" + tree));
    }

    /** Forgets those of all trees, because other policies decide who joins. */
    public void touchAll() {
        built.clear();
    }

    /** Forgets the built forms of other trees. */
    public void keepTrees(Set<String> trees) {
        built.values().removeIf(tree -> !tree.tree().isEmpty() && !trees.contains(tree.tree()));
        synchronized (recorded) {
            joined.values().removeIf(tree -> !trees.contains(tree.recorded().tree()));
        }
    }

    public Collection<String> trees() {
        return nodes.keySet();
    }

    @Nullable
    public ShareNode node(NodeId id) {
        Map<NodeId, ShareNode> tree = nodes.get(id.tree());
        return tree == null ? null : tree.get(id);
    }

    /** The node as its record has it; the same one if it has no record. */
    NodeId shared(NodeId id) {
        ShareNode node = node(id);
        return node == null ? id : node.id();
    }

    /**
     * A tree as one policy sees it.
     *
     * @param defaultShares of users that no record names but whose account one does; null = they wait
     * @param users the users that usage or waiting jobs name
     */
    public ShareTree tree(String tree, @Nullable Long defaultShares, Function<String, Collection<NodeId>> users) {
        return built.computeIfAbsent(defaultShares + "|" + tree, key -> {
            synchronized (recorded) {
                Map<NodeId, ShareNode> own = nodes.get(tree);
                // Anybody can invent the name of a tree, so one without records is not kept here.
                ShareTree base = own == null ? ShareTree.build(tree, List.of()) : recorded(tree, own.values());
                return defaultShares == null ? base : joined(key, base, defaultShares, users.apply(tree));
            }
        });
    }

    private ShareTree recorded(String tree, Collection<ShareNode> records) {
        Map<NodeId, ShareNode> newer = newShares.remove(tree);
        return recorded.compute(
                tree,
                (name, last) -> last == null
                        ? ShareTree.build(name, records)
                        : newer == null ? last : last.withShares(newer.values()));
    }

    @SuppressWarnings("ReferenceEquality") // the same object is the same shape, so no comparison is needed
    private ShareTree joined(String key, ShareTree base, long shares, Collection<NodeId> users) {
        Set<NodeId> more =
                new TreeSet<>(java.util.Comparator.comparing(NodeId::account).thenComparing(NodeId::user));
        for (NodeId user : users) {
            if (base.find(user) < 0 && base.findAccount(user.account()) >= 0 && !isDeleted(user)) {
                more.add(user);
            }
        }
        if (more.isEmpty()) {
            joined.remove(key);
            return base;
        }
        Joined last = joined.get(key);
        if (last == null || last.recorded() != base || !last.users().equals(more)) {
            last = new Joined(base, more, base.withUsers(more, shares));
            joined.put(key, last);
        }
        return last.tree();
    }

    private boolean isDeleted(NodeId id) {
        ShareNode node = node(id);
        return node != null && node.deleted();
    }

    /** The problems of the trees, in words. */
    public List<String> problems() {
        List<String> messages = problems;
        if (messages == null) {
            messages = new ArrayList<>();
            for (String tree : nodes.keySet()) {
                for (ShareProblem problem : tree(tree, null, t -> List.of()).problems()) {
                    messages.add(problem.message());
                }
            }
            messages = List.copyOf(messages);
            problems = messages;
        }
        return messages;
    }
}
