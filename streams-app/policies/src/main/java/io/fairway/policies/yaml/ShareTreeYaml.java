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
    private final UserKeys more;
    private final BiConsumer<NodeId, String> unsaid;
    private final List<ShareNode> nodes = new ArrayList<>();
    private final Set<String> names = new HashSet<>(Set.of(NodeId.ROOT));

    private ShareTreeYaml(String tree, UserKeys more, BiConsumer<NodeId, String> unsaid) {
        this.tree = tree;
        this.more = more;
        this.unsaid = unsaid;
    }

    /** Further keys in the map of a user. */
    public interface UserKeys {
        /** No further keys. */
        UserKeys NONE = (user, said) -> {};

        void read(NodeId user, YamlMap said);
    }

    /**
     * Reads the nodes of a tree.
     *
     * @throws IllegalArgumentException with file, line, value and rule, if they are not a tree
     */
    public static List<ShareNode> read(String tree, YamlValue accounts, UserKeys more) {
        return read(tree, accounts, more, (node, key) -> {});
    }

    /**
     * Reads the nodes of a tree.
     *
     * @param unsaid takes each node and key ({@code shares}, {@code priority}) that the file does not give, so that the
     *     default stands in the node
     * @throws IllegalArgumentException with file, line, value and rule, if they are not a tree
     */
    public static List<ShareNode> read(
            String tree, YamlValue accounts, UserKeys more, BiConsumer<NodeId, String> unsaid) {
        ShareTreeYaml reader = new ShareTreeYaml(tree, more, unsaid);
        Map<String, YamlValue> said = new LinkedHashMap<>(accounts.entries());
        YamlValue root = said.remove(NodeId.ROOT);
        if (root != null) {
            YamlMap ofRoot = root.map();
            reader.users(NodeId.ROOT, ofRoot);
            ofRoot.done();
        }
        reader.accounts(null, said);
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
                        .put(node.id().account(), said(node));
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
            user(id, said(node), below(own, "users"));
            return;
        }
        Map<String, Object> above = node.parent() == null ? null : accounts.get(node.parent());
        (above == null ? below(trees, id.tree()) : below(above, "accounts")).put(id.account(), own);
    }

    /** A user: its shares, or a map with more. Associations of a partition are below {@code partitions}. */
    private static void user(NodeId id, Map<String, Object> said, Map<String, Object> users) {
        Object brief = said.size() == 1 ? said.values().iterator().next() : said;
        Object known = users.get(id.user());
        if (known == null && id.partition().isEmpty()) {
            users.put(id.user(), brief);
            return;
        }
        if (!(known instanceof Map)) {
            users.remove(id.user());
        }
        Map<String, Object> all = below(users, id.user());
        if (known != null && !(known instanceof Map)) {
            all.put("shares", known);
        }
        if (id.partition().isEmpty()) {
            all.putAll(said);
        } else {
            below(all, "partitions").put(id.partition(), brief);
        }
    }

    private static Map<String, Object> said(ShareNode node) {
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("shares", node.shares() == ShareNode.PARENT ? "parent" : (Object) node.shares());
        if (node.priority() != 0) {
            said.put("priority", node.priority());
        }
        return said;
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
        account.entries("users").forEach((user, said) -> {
            NodeId id = new NodeId(tree, name, user);
            if (said.isMap()) {
                YamlMap map = said.map();
                Map<String, YamlValue> partitions = map.entries("partitions");
                if (partitions.isEmpty() || map.has("shares")) {
                    add(id, null, map);
                }
                partitions.forEach((partition, own) -> association(id.in(partition), own));
                more.read(id, map);
                map.done();
            } else {
                association(id, said);
            }
        });
    }

    /** An association: its shares, or a map of shares and priority. */
    private void association(NodeId id, YamlValue said) {
        if (said.isMap()) {
            YamlMap map = said.map();
            add(id, null, map);
            map.done();
        } else {
            nodes.add(new ShareNode(id, null, shares(said), 0, nodes.size(), false));
            unsaid.accept(id, "priority");
        }
    }

    private void add(NodeId id, @Nullable String parent, YamlMap said) {
        for (String key : List.of("shares", "priority")) {
            if (!said.has(key)) {
                unsaid.accept(id, key);
            }
        }
        long shares = said.or("shares", ShareTreeYaml::shares, 1L);
        nodes.add(new ShareNode(id, parent, shares, said.whole("priority", 0), nodes.size(), false));
    }

    private static long shares(YamlValue said) {
        if (said.text().equals("parent")) {
            return ShareNode.PARENT;
        }
        long shares = said.whole();
        if (shares < 0 || shares > ShareNode.MAX_SHARES) {
            throw said.wrong("must be 0 to " + ShareNode.MAX_SHARES + ", or parent");
        }
        return shares;
    }
}
