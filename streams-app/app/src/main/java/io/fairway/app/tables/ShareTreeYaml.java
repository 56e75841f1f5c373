package io.fairway.app.tables;

import io.fairway.app.scenario.YamlMap;
import io.fairway.app.scenario.YamlValue;
import io.fairway.avro.ShareNode;
import io.fairway.schemas.Keys;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Share trees as a file says them:
 *
 * <pre>{@code
 * domain: alps
 * trees:
 *   alps:
 *     physics:
 *       shares: 60            # 1 where not said; or parent
 *       users: {anna: 3, ben: {shares: 1, priority: 2}}
 *       accounts: {cms: {...}}
 * }</pre>
 */
final class ShareTreeYaml {
    private final String domain;
    private final String tree;
    private final Map<String, ShareNode> nodes;
    private long order;

    private ShareTreeYaml(String domain, String tree, Map<String, ShareNode> nodes) {
        this.domain = domain;
        this.tree = tree;
        this.nodes = nodes;
    }

    /** The share nodes of a file by key. */
    static Map<String, ShareNode> read(YamlMap file) {
        String domain = file.get("domain").text();
        Map<String, ShareNode> nodes = new TreeMap<>();
        file.entries("trees")
                .forEach((tree, accounts) -> new ShareTreeYaml(domain, tree, nodes).accounts(null, accounts.entries()));
        file.done();
        return nodes;
    }

    /** The trees of one domain as a file says them. */
    static Map<String, Object> write(String domain, Map<String, ShareNode> nodes) {
        Map<String, Map<String, Map<String, Object>>> byTree = new TreeMap<>();
        Map<String, Map<String, Object>> top = new TreeMap<>();
        nodes.values().stream()
                .filter(node -> node.getUser().isEmpty())
                .forEach(node -> byTree.computeIfAbsent(node.getTree(), t -> new HashMap<>())
                        .put(node.getAccount(), shares(node)));
        nodes.values().stream()
                .sorted(java.util.Comparator.comparingLong(ShareNode::getOrder).thenComparing(ShareNode::getAccount))
                .forEach(node -> {
                    Map<String, Map<String, Object>> accounts =
                            byTree.computeIfAbsent(node.getTree(), t -> new HashMap<>());
                    Map<String, Object> account =
                            accounts.computeIfAbsent(node.getAccount(), a -> new LinkedHashMap<>());
                    if (!node.getUser().isEmpty()) {
                        below(account, "users").put(node.getUser(), brief(shares(node)));
                    } else {
                        Map<String, Object> above = node.getParent() == null ? null : accounts.get(node.getParent());
                        Map<String, Object> siblings = above == null
                                ? top.computeIfAbsent(node.getTree(), t -> new LinkedHashMap<>())
                                : below(above, "accounts");
                        siblings.put(node.getAccount(), account);
                    }
                });
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("domain", domain);
        file.put("trees", top);
        return file;
    }

    @SuppressWarnings("unchecked") // made by this method
    private static Map<String, Object> below(Map<String, Object> account, String key) {
        return (Map<String, Object>) account.computeIfAbsent(key, k -> new LinkedHashMap<String, Object>());
    }

    private static Map<String, Object> shares(ShareNode node) {
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("shares", node.getParentShares() ? "parent" : (Object) node.getShares());
        if (node.getPriority() != 0) {
            said.put("priority", node.getPriority());
        }
        return said;
    }

    private static Object brief(Map<String, Object> said) {
        Object shares = said.get("shares");
        return said.size() == 1 && shares != null ? shares : said;
    }

    private void accounts(@Nullable String parent, Map<String, YamlValue> accounts) {
        accounts.forEach((name, value) -> {
            YamlMap account = value.map();
            if (!add(name, "", parent, account.find("shares"), account.whole("priority", 0))) {
                throw account.wrong("account " + name + " is twice in tree " + tree + "; its names are unique");
            }
            account.entries("users").forEach((user, said) -> {
                if (said.isMap()) {
                    YamlMap map = said.map();
                    add(name, user, null, map.find("shares"), map.whole("priority", 0));
                    map.done();
                } else {
                    add(name, user, null, said, 0);
                }
            });
            accounts(name, account.entries("accounts"));
            account.done();
        });
    }

    private boolean add(
            String account, String user, @Nullable String parent, @Nullable YamlValue shares, long priority) {
        boolean parentShares = shares != null && shares.text().equals("parent");
        long number = shares == null ? 1 : parentShares ? 0 : shares.whole();
        if (shares != null && number < 0) {
            throw shares.wrong("must be 0 or more, or parent");
        }
        ShareNode node = ShareNode.newBuilder()
                .setDomain(domain)
                .setTree(tree)
                .setAccount(account)
                .setUser(user)
                .setParent(parent)
                .setShares(number)
                .setParentShares(parentShares)
                .setPriority(priority)
                .setOrder(order++)
                .build();
        return nodes.put(Keys.node(domain, tree, account, user), node) == null;
    }
}
