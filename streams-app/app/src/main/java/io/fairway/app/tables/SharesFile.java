package io.fairway.app.tables;

import io.fairway.avro.ShareNode;
import io.fairway.core.model.NodeId;
import io.fairway.policies.yaml.ShareTreeYaml;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.program.TableClient;
import io.fairway.records.SharesAndAdjustments;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A file of the share trees of a domain.
 *
 * @param nodes by their keys; where the file does not say a value, the default
 * @param unsaid the values that the file does not say, {@code shares} and {@code priority}, by the keys of the nodes
 */
public record SharesFile(String domain, Map<String, ShareNode> nodes, Map<String, Set<String>> unsaid)
        implements TableFile<ShareNode> {
    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException with file, line, value and rule, if it cannot be read
     */
    public static SharesFile read(YamlMap file) {
        Map<String, ShareNode> nodes = new TreeMap<>();
        Map<String, Set<String>> unsaid = new TreeMap<>();
        String domain = file.get("domain").text();
        file.get("trees")
                .entries()
                .forEach((tree, accounts) -> ShareTreeYaml.read(
                                tree,
                                accounts,
                                (id, value) -> unsaid.computeIfAbsent(key(domain, id), node -> new TreeSet<>())
                                        .add(value))
                        .forEach(node -> nodes.put(key(domain, node.id()), SharesAndAdjustments.record(domain, node))));
        file.done();
        return new SharesFile(domain, nodes, unsaid);
    }

    private static String key(String domain, NodeId id) {
        return Keys.node(domain, id.tree(), id.account(), id.user(), id.partition());
    }

    /** The same file as one that says everything: what it leaves out is the default. */
    public SharesFile whole() {
        return new SharesFile(domain, nodes, Map.of());
    }

    /**
     * The nodes that the topic is to have. What the file does not say stays as it is: shares, priorities, and the positions
     * of the nodes of a tree of which it has only some. New nodes of such a tree come last.
     *
     * @param table the nodes of the domain in the topic
     * @param remove whether nodes that the file does not have will be removed
     */
    @Override
    public Wanted<ShareNode> over(Map<String, ShareNode> table, boolean remove) {
        Map<String, Long> last = new TreeMap<>();
        table.forEach((key, node) -> {
            if (!remove && !nodes.containsKey(key)) {
                last.put(node.getTree(), -1L);
            }
        });
        table.values()
                .forEach(node ->
                        last.computeIfPresent(node.getTree(), (tree, order) -> Math.max(order, node.getOrder())));
        Map<String, ShareNode> wanted = new TreeMap<>();
        int kept = 0;
        for (Map.Entry<String, ShareNode> entry : nodes.entrySet()) {
            ShareNode.Builder node = ShareNode.newBuilder(entry.getValue());
            ShareNode current = table.get(entry.getKey());
            Long after = last.get(node.getTree());
            if (after != null) {
                node.setOrder(current == null ? after + 1 + node.getOrder() : current.getOrder());
            }
            Set<String> open = current == null ? Set.of() : unsaid.getOrDefault(entry.getKey(), Set.of());
            if (current != null && open.contains("shares")) {
                kept += current.getShares() != node.getShares() || current.getParentShares() ? 1 : 0;
                node.setShares(current.getShares()).setParentShares(current.getParentShares());
            }
            if (current != null && open.contains("priority")) {
                kept += current.getPriority() != node.getPriority() ? 1 : 0;
                node.setPriority(current.getPriority());
            }
            wanted.put(entry.getKey(), node.build());
        }
        return new Wanted<>(wanted, kept);
    }

    /** A file of these nodes, as {@link #read} takes it. */
    public static Map<String, Object> write(String domain, List<io.fairway.core.shares.ShareNode> nodes) {
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("domain", domain);
        file.put("trees", ShareTreeYaml.write(nodes));
        return file;
    }

    @Override
    public TableClient<ShareNode> table(TableOptions options) {
        return options.table(Topic.SHARES, ShareNode.class);
    }

    /** A tombstone would be compacted away, and a rebuild would no longer know whose usage is the account's. */
    @Override
    public ShareNode removal(ShareNode node) {
        return ShareNode.newBuilder(node).setRemoved(true).build();
    }

    @Override
    public boolean isRemoval(ShareNode node) {
        return node.getRemoved();
    }

    @Override
    public boolean covers(String key) {
        return Keys.domainOf(key).equals(domain);
    }
}
