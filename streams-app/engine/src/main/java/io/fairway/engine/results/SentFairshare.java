package io.fairway.engine.results;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.engine.store.StateStores;
import io.fairway.records.StoredNodes;
import io.fairway.schemas.Keys;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** The last sent fairshare of each node of one domain, by policy. It is in its store, and open in memory. */
public final class SentFairshare {
    private final String domain;
    private final KeyValueStore<String, byte[]> store;
    private final Map<String, Map<NodeId, Sent>> byPolicy = new TreeMap<>();
    private final Map<List<String>, OfTree> trees = new HashMap<>();
    /** The trees of all nodes. */
    private final Set<String> names = new HashSet<>();

    SentFairshare(String domain, KeyValueStore<String, byte[]> store) {
        this.domain = domain;
        this.store = store;
    }

    /** The last sent value of one node. */
    record Sent(double value, long rank) {
        byte[] bytes() {
            return ByteBuffer.allocate(16).putDouble(value).putLong(rank).array();
        }

        static Sent of(byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new Sent(buffer.getDouble(), buffer.getLong());
        }
    }

    /** The last sent values of a tree's nodes, by number: every evaluation looks at all of them. */
    static final class OfTree {
        private final ShareTree tree;
        private final @Nullable Sent[] sent;
        private boolean left = true;

        private OfTree(ShareTree tree, Map<NodeId, Sent> values) {
            this.tree = tree;
            sent = new @Nullable Sent[tree.size()];
            for (int node = 0; node < sent.length; node++) {
                sent[node] = values.get(tree.id(node));
            }
        }

        @Nullable
        Sent sent(int node) {
            return sent[node];
        }
    }

    void restore() {
        StateStores.forEach(store, Keys.domain(domain), (key, bytes) -> {
            List<String> parts = Keys.split(key);
            of(parts.get(1)).put(StoredNodes.node(parts, 2), Sent.of(bytes));
            names.add(parts.get(2));
        });
    }

    /** The factor of a node as the store has it that was last sent; NaN before that. */
    public static double factor(
            ReadOnlyKeyValueStore<String, byte[]> store, String domain, String policy, NodeId node) {
        byte[] bytes = store.get(key(domain, policy, node));
        return bytes == null ? Double.NaN : Sent.of(bytes).value();
    }

    /** The factor of a node as it was last sent; NaN before that. */
    double factor(String policy, NodeId node) {
        Sent last = of(policy).get(node);
        return last == null ? Double.NaN : last.value();
    }

    OfTree of(String policy, ShareTree tree) {
        names.add(tree.tree());
        return trees.compute(
                List.of(policy, tree.tree()),
                (of, last) -> last != null && tree.isShapedAs(last.tree) ? last : new OfTree(tree, of(policy)));
    }

    /** Notes the value that is sent of a node. Returns its key. */
    String put(String policy, OfTree tree, int node, Sent sent) {
        NodeId id = tree.tree.id(node);
        String key = key(policy, id);
        of(policy).put(id, sent);
        tree.sent[node] = sent;
        store.put(key, sent.bytes());
        return key;
    }

    /** Forgets the nodes that left a tree, and hands out their keys. */
    void forgetOutside(String policy, OfTree tree, Consumer<String> action) {
        if (tree.left) { // once for a shape
            tree.left = false;
            forget(policy, node -> node.tree().equals(tree.tree.tree()) && tree.tree.find(node) < 0, action);
        }
    }

    /** Forgets the policies that are no longer evaluated, and hands out the keys of their nodes. */
    void forgetPolicies(Predicate<String> gone, Consumer<String> action) {
        for (String policy : byPolicy.keySet()) {
            if (gone.test(policy)) {
                forget(policy, node -> true, action);
                trees.keySet().removeIf(of -> of.get(0).equals(policy));
            }
        }
    }

    /** Forgets other trees, and hands out the keys of their nodes. */
    void keepTrees(Set<String> kept, Consumer<String> action) {
        if (!kept.containsAll(names)) {
            byPolicy.keySet().forEach(policy -> forget(policy, node -> !kept.contains(node.tree()), action));
            trees.keySet().removeIf(of -> !kept.contains(of.get(1)));
            names.retainAll(kept);
        }
    }

    private void forget(String policy, Predicate<NodeId> gone, Consumer<String> action) {
        of(policy).keySet().removeIf(node -> {
            boolean leaves = gone.test(node);
            if (leaves) {
                String key = key(policy, node);
                store.delete(key);
                action.accept(key);
            }
            return leaves;
        });
    }

    private Map<NodeId, Sent> of(String policy) {
        return byPolicy.computeIfAbsent(policy, p -> new HashMap<>());
    }

    private String key(String policy, NodeId node) {
        return key(domain, policy, node);
    }

    private static String key(String domain, String policy, NodeId node) {
        return StoredNodes.fairshare(domain, policy, node);
    }
}
