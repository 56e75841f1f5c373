package io.fairway.importers;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareProblem;
import io.fairway.core.shares.ShareTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the nodes of one share tree in the order of their source, with the place of each. */
public final class TreeBuilder {
    private final String tree;
    private final List<ShareNode> nodes = new ArrayList<>();
    private final Map<NodeId, Place> places = new HashMap<>();

    public TreeBuilder(String tree) {
        this.tree = tree;
    }

    /** Adds an account; {@code parent} is null or root for an account directly below root. */
    public void account(Place place, String name, @Nullable String parent, long shares, long priority) {
        String above = NodeId.ROOT.equals(parent) ? null : parent;
        add(place, new ShareNode(NodeId.ofAccount(tree, name), above, shares, priority, nodes.size(), false));
    }

    /** Adds a user of an account, which may be root. */
    public void user(Place place, String account, String user, long shares, long priority) {
        user(place, account, user, "", shares, priority);
    }

    /** Adds an association of a user with a partition; with "" one of no partition. */
    public void user(Place place, String account, String user, String partition, long shares, long priority) {
        NodeId id = new NodeId(tree, account, user, partition);
        add(place, new ShareNode(id, null, shares, priority, nodes.size(), false));
    }

    public boolean has(String account) {
        return NodeId.ROOT.equals(account) || places.containsKey(NodeId.ofAccount(tree, account));
    }

    /** The place of an existing account or user; {@code null} for a new one. */
    public @Nullable Place find(String account, String user) {
        return places.get(new NodeId(tree, account, user));
    }

    /** The place of an existing association with a partition; {@code null} for a new one. */
    public @Nullable Place find(String account, String user, String partition) {
        return places.get(new NodeId(tree, account, user, partition));
    }

    /** The nodes; reports an error for nodes that do not form a tree. */
    public List<ShareNode> build(ImportReport report) {
        for (ShareProblem problem : ShareTree.build(tree, nodes).problems()) {
            report.error(places.get(problem.node()), problem.message());
        }
        long users = nodes.stream().filter(node -> node.id().isUser()).count();
        report.read("share tree " + tree + ": " + ImportReport.count(nodes.size() - users, "account") + ", "
                + ImportReport.count(users, "user"));
        return List.copyOf(nodes);
    }

    private void add(Place place, ShareNode node) {
        nodes.add(node);
        places.putIfAbsent(node.id(), place);
    }
}
