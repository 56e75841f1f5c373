package io.fairway.app.tables;

import io.fairway.avro.ShareNode;
import io.fairway.policies.avro.SharesAndAdjustments;
import io.fairway.policies.yaml.ShareTreeYaml;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A file of the share trees of a domain.
 *
 * @param nodes by their keys
 */
public record SharesFile(String domain, Map<String, ShareNode> nodes) {
    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException with file, line, value and rule, if it cannot be read
     */
    public static SharesFile read(YamlMap file) {
        Map<String, ShareNode> nodes = new TreeMap<>();
        String domain = file.get("domain").text();
        file.get("trees")
                .entries()
                .forEach((tree, accounts) -> ShareTreeYaml.read(tree, accounts, ShareTreeYaml.UserKeys.NONE)
                        .forEach(node -> nodes.put(
                                Keys.node(
                                        domain,
                                        tree,
                                        node.id().account(),
                                        node.id().user()),
                                SharesAndAdjustments.record(domain, node))));
        file.done();
        return new SharesFile(domain, nodes);
    }

    /** A file of these nodes, as {@link #read} takes it. */
    public static Map<String, Object> write(String domain, List<io.fairway.core.shares.ShareNode> nodes) {
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("domain", domain);
        file.put("trees", ShareTreeYaml.write(nodes));
        return file;
    }

    /**
     * Brings the topic to the content of the file, and prints the changes.
     *
     * @param remove whether to remove nodes of the domain that the file does not have
     * @param dryRun whether to write nothing
     * @return the number of changes
     */
    public int apply(TableOptions options, boolean remove, boolean dryRun, PrintWriter out)
            throws InterruptedException {
        return TableApply.apply(
                options.table(Topic.SHARES, ShareNode.class),
                nodes,
                key -> Keys.domainOf(key).equals(domain),
                remove,
                dryRun,
                out);
    }
}
