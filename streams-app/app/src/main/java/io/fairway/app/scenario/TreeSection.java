package io.fairway.app.scenario;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.Problem;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The share tree of a scenario, and usage where it is given with it:
 *
 * <pre>{@code
 * tree:
 *   physics:
 *     shares: 60               # 1 where not said; or parent
 *     accounts: {...}          # below it
 *     users:
 *       anna: 3                # shares
 *       ben: {shares: 1, usage: 3600, priority: 2}
 * }</pre>
 */
record TreeSection(ShareTree tree, Map<NodeId, Double> usage) {
    static final String NAME = "scenario";

    static TreeSection read(YamlMap scenario) {
        List<ShareNode> nodes = new ArrayList<>();
        Map<NodeId, Double> usage = new HashMap<>();
        accounts("", scenario.entries("tree"), nodes, usage);
        ShareTree tree = ShareTree.build(NAME, nodes);
        for (Problem problem : tree.problems()) {
            throw scenario.get("tree").wrong(problem.message());
        }
        return new TreeSection(tree, usage);
    }

    private static void accounts(
            String parent, Map<String, YamlValue> accounts, List<ShareNode> nodes, Map<NodeId, Double> usage) {
        int order = 0;
        for (Map.Entry<String, YamlValue> entry : accounts.entrySet()) {
            String name = entry.getKey();
            YamlMap account = entry.getValue().map();
            nodes.add(new ShareNode(
                    new NodeId(NAME, name, ""),
                    parent.isEmpty() ? null : parent,
                    account.or("shares", TreeSection::shares, 1L),
                    account.whole("priority", 0),
                    order++,
                    false));
            users(name, account.entries("users"), nodes, usage);
            accounts(name, account.entries("accounts"), nodes, usage);
            account.done();
        }
    }

    private static void users(
            String account, Map<String, YamlValue> users, List<ShareNode> nodes, Map<NodeId, Double> usage) {
        int order = 0;
        for (Map.Entry<String, YamlValue> entry : users.entrySet()) {
            NodeId id = new NodeId(NAME, account, entry.getKey());
            YamlValue said = entry.getValue();
            long shares = said.isMap() ? 1 : shares(said);
            long priority = 0;
            if (said.isMap()) {
                YamlMap user = said.map();
                shares = user.or("shares", TreeSection::shares, 1L);
                priority = user.whole("priority", 0);
                if (user.has("usage")) {
                    usage.put(id, user.number("usage", 0));
                }
                user.done();
            }
            nodes.add(new ShareNode(id, null, shares, priority, order++, false));
        }
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

    /** The association that a map names with account and user. */
    NodeId association(YamlMap of) {
        NodeId id = new NodeId(NAME, of.get("account").text(), of.get("user").text());
        if (tree.find(id) < 0) {
            throw of.wrong("association " + id.account() + "/" + id.user() + " is not in the tree");
        }
        return id;
    }

    /** What stands for a node in a report: a user's or account's path. */
    String path(int node) {
        return tree.path(node);
    }
}
