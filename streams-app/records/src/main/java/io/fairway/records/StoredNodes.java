package io.fairway.records;

import io.fairway.core.model.NodeId;
import io.fairway.schemas.Keys;
import java.util.List;

/** Nodes of share trees in keys: tree, account and user, and the partition of an association of one. */
public final class StoredNodes {
    private static final int COMPONENTS = 3;

    private StoredNodes() {}

    /** The node in the components of a key, from one on to the end. */
    public static NodeId node(List<String> parts, int from) {
        String partition = parts.size() > from + COMPONENTS ? parts.get(from + COMPONENTS) : "";
        return new NodeId(parts.get(from), parts.get(from + 1), parts.get(from + 2), partition);
    }

    /** Key of a share node. */
    public static String share(String domain, NodeId node) {
        return Keys.node(domain, node.tree(), node.account(), node.user(), node.partition());
    }

    /** Key of a line or a ring. */
    public static String usage(String domain, String measure, NodeId node) {
        return Keys.usage(domain, measure, node.tree(), node.account(), node.user(), node.partition());
    }

    /** Key of a fairshare record. */
    public static String fairshare(String domain, String policy, NodeId node) {
        return Keys.fairshare(domain, policy, node.tree(), node.account(), node.user(), node.partition());
    }
}
