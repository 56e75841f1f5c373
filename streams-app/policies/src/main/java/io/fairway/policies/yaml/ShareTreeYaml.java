package io.fairway.policies.yaml;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareProblem;
import io.fairway.core.shares.ShareTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The accounts and users of a share tree in files:
 *
 * <pre>{@code
 * physics:
 *   shares: 60            # default: 1; or parent
 *   users: {anna: 3, ben: {shares: 1, priority: 2}}
 *   accounts: {cms: {...}}
 * root: {users: {eve: 1}}  # directly below the root of the tree, beside the accounts
 * }</pre>
 */
public final class ShareTreeYaml {
    private final String tree;
    private final BiConsumer<NodeId, String> unsaid;
    private final List<ShareNode> nodes = new ArrayList<>();
    private final Set<String> names = new HashSet<>(Set.of(NodeId.ROOT));

    private ShareTreeYaml(String tree, BiConsumer<NodeId, String> unsaid) {
        this.tree = tree;
        this.unsaid = unsaid;
    }

    /**
     * Reads the nodes of a tree.
     *
     * @throws IllegalArgumentException with file, line, value and rule, if they are not a tree
     */
    public static List<ShareNode> read(String tree, YamlValue accounts) {
        return read(tree, accounts, (node, key) -> {});
    }

    /**
     * Reads the nodes of a tree.
     *
     * @param unsaid takes each node and key ({@code shares}, {@code priority}) that the file does not give, so that the
     *     default stands in the node
     * @throws IllegalArgumentException with file, line, value and rule, if they are not a tree
     */
    public static List<ShareNode> read(String tree, YamlValue accounts, BiConsumer<NodeId, String> unsaid) {
        ShareTreeYaml reader = new ShareTreeYaml(tree, unsaid);
        Map<String, YamlValue> yaml = new LinkedHashMap<>(accounts.entries());
        YamlValue root = yaml.remove(NodeId.ROOT);
        if (root != null) {
            YamlMap ofRoot = root.map();
            reader.users(NodeId.ROOT, ofRoot);
            ofRoot.done();
        }
        reader.accounts(null, yaml);
        for (ShareProblem problem : ShareTree.build(tree, reader.nodes).problems()) {
            throw accounts.wrong(problem.message());
        }
        return reader.nodes;
    }

    /** Trees as {@link #read} takes them, by name. */
    public static Map<String, Object> write(List<ShareNode> nodes) {
        Map<String, Map<String, Map<String, Object>>> accounts = new TreeMap<>();
        for (ShareNode node : nodes) {
            if (node.id().user().isEmpty()) {
                accounts.computeIfAbsent(node.id().tree(), t -> new TreeMap<>())
                        .put(node.id().account(), yaml(node));
            }
        }
        Map<String, Object> trees = new TreeMap<>();
        nodes.stream()
                // The users of root come first, as in reading a file.
                .sorted(java.util.Comparator.comparing(
                                (ShareNode node) -> !node.id().account().equals(NodeId.ROOT))
                        .thenComparingLong(ShareNode::order)
                        .thenComparing(node -> node.id().account())
                        .thenComparing(node -> node.id().user()))
                .forEach(node -> place(node, accounts.getOrDefault(node.id().tree(), Map.of()), trees));
        return trees;
    }

    private static void place(ShareNode node, Map<String, Map<String, Object>> accounts, Map<String, Object> trees) {
        NodeId id = node.id();
        if (id.isRoot()) {
            return; // It needs no record: its shares mean nothing.
        }
        Map<String, Object> own = id.account().equals(NodeId.ROOT)
                ? below(below(trees, id.tree()), NodeId.ROOT)
                : accounts.get(id.account());
        if (own == null) {
            return; // A user whose account has no record is in no tree.
        }
        if (!id.user().isEmpty()) {
            user(id, yaml(node), below(own, "users"));
            return;
        }
        Map<String, Object> above = node.parent() == null ? null : accounts.get(node.parent());
        (above == null ? below(trees, id.tree()) : below(above, "accounts")).put(id.account(), own);
    }

    /** A user: its shares, or a map with more. Associations of a partition are below {@code partitions}. */
    private static void user(NodeId id, Map<String, Object> yaml, Map<String, Object> users) {
        Object brief = yaml.size() == 1 ? yaml.values().iterator().next() : yaml;
        Object existing = users.get(id.user());
        if (existing == null && id.partition().isEmpty()) {
            users.put(id.user(), brief);
            return;
        }
        if (!(existing instanceof Map)) {
            users.remove(id.user());
        }
        Map<String, Object> all = below(users, id.user());
        if (existing != null && !(existing instanceof Map)) {
            all.put("shares", existing);
        }
        if (id.partition().isEmpty()) {
            all.putAll(yaml);
        } else {
            below(all, "partitions").put(id.partition(), brief);
        }
    }

    private static Map<String, Object> yaml(ShareNode node) {
        Map<String, Object> yaml = new LinkedHashMap<>();
        yaml.put("shares", node.shares() == ShareNode.PARENT ? "parent" : (Object) node.shares());
        if (node.priority() != 0) {
            yaml.put("priority", node.priority());
        }
        return yaml;
    }

    @SuppressWarnings("unchecked") // made by this method
    private static Map<String, Object> below(Map<String, Object> map, String key) {
        return (Map<String, Object>) map.computeIfAbsent(key, k -> new LinkedHashMap<String, Object>());
    }

    private void accounts(@Nullable String parent, Map<String, YamlValue> accounts) {
        accounts.forEach((name, value) -> {
            YamlMap account = value.map();
            if (!names.add(name)) {
                throw account.wrong(
                        "account " + name + " is twice in tree " + tree + "; names must be unique in a tree");
            }
            add(new NodeId(tree, name, ""), parent, account);
            users(name, account);
            accounts(name, account.entries("accounts"));
            account.done();
        });
    }

    private void users(String name, YamlMap account) {
        account.entries("users").forEach((user, yaml) -> {
            NodeId id = new NodeId(tree, name, user);
            if (yaml.isMap()) {
                YamlMap map = yaml.map();
                Map<String, YamlValue> partitions = map.entries("partitions");
                if (partitions.isEmpty() || map.has("shares")) {
                    add(id, null, map);
                }
                partitions.forEach((partition, own) -> association(id.in(partition), own));
                map.done();
            } else {
                association(id, yaml);
            }
        });
    }

    /** An association: its shares, or a map of shares and priority. */
    private void association(NodeId id, YamlValue yaml) {
        if (yaml.isMap()) {
            YamlMap map = yaml.map();
            add(id, null, map);
            map.done();
        } else {
            nodes.add(new ShareNode(id, null, shares(yaml), 0, nodes.size(), false));
            unsaid.accept(id, "priority");
        }
    }

    private void add(NodeId id, @Nullable String parent, YamlMap yaml) {
        for (String key : List.of("shares", "priority")) {
            if (!yaml.has(key)) {
                unsaid.accept(id, key);
            }
        }
        long shares = yaml.or("shares", ShareTreeYaml::shares, 1L);
        nodes.add(new ShareNode(id, parent, shares, yaml.whole("priority", 0), nodes.size(), false));
    }

    private static long shares(YamlValue yaml) {
        if (yaml.text().equals("parent")) {
            return ShareNode.PARENT;
        }
        long shares = yaml.whole();
        if (shares < 0 || shares > ShareNode.MAX_SHARES) {
            throw yaml.wrong("must be 0 to " + ShareNode.MAX_SHARES + ", or parent");
        }
        return shares;
    }
}
