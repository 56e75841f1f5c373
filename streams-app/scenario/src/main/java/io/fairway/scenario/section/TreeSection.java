package io.fairway.scenario.section;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.yaml.ShareTreeYaml;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The share tree of a scenario, and the {@code usage} of its users if the tree has it. */
public record TreeSection(ShareTree tree, Map<NodeId, Double> usage) {
    public static final String NAME = "scenario";

    public static TreeSection read(YamlMap scenario) {
        Map<NodeId, Double> usage = new HashMap<>();
        YamlValue accounts = scenario.find("tree");
        List<ShareNode> nodes = accounts == null
                ? List.of()
                : ShareTreeYaml.read(NAME, accounts, (user, entry) -> {
                    if (entry.has("usage")) {
                        usage.put(user, entry.number("usage", 0));
                    }
                });
        return new TreeSection(ShareTree.build(NAME, nodes), usage);
    }

    /** The association of a map with account and user in a partition: its own, or else the one of no partition. */
    public NodeId association(YamlMap of, String partition) {
        NodeId id = new NodeId(NAME, of.get("account").text(), of.get("user").text());
        int node = tree.find(id, partition);
        if (node < 0) {
            throw of.wrong("association " + id.account() + "/" + id.user()
                    + (partition.isEmpty() ? "" : ", partition " + partition + ",") + " is not in the tree");
        }
        return tree.id(node);
    }

    /** The name of a node in a report: a user's or account's path. */
    public String path(int node) {
        return tree.path(node);
    }
}
