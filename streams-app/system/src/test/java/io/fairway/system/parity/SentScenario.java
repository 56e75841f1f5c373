package io.fairway.system.parity;

import io.fairway.avro.Host;
import io.fairway.avro.JobEvent;
import io.fairway.avro.Policy;
import io.fairway.avro.RemoteUsage;
import io.fairway.avro.ShareNode;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.engine.StreamRig;
import io.fairway.policies.registry.PolicyYaml;
import io.fairway.policies.registry.RemoteUsageYaml;
import io.fairway.policies.yaml.RecordYaml;
import io.fairway.policies.yaml.ShareTreeYaml;
import io.fairway.policies.yaml.YamlText;
import io.fairway.records.SharesAndAdjustments;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** The records that a rig sent, as a scenario. */
public final class SentScenario {
    private final List<Object> events = new ArrayList<>();
    private final Map<String, Map<String, Object>> hosts = new TreeMap<>();
    private final Map<String, List<io.fairway.core.shares.ShareNode>> trees = new TreeMap<>();
    private final Map<String, List<RemoteUsage>> remote = new TreeMap<>();
    private Map<String, Object> policy = Map.of();

    public SentScenario(StreamRig rig) {
        rig.sent().forEach(this::add);
    }

    private void add(SpecificRecord record) {
        switch (record) {
            case Policy version -> policy = PolicyYaml.write(version);
            case ShareNode node ->
                trees.computeIfAbsent(node.getTree(), tree -> new ArrayList<>()).add(SharesAndAdjustments.node(node));
            case Host host -> {
                Map<String, Object> yaml = RecordYaml.write(host);
                List.of("domain", "cluster", "name").forEach(yaml::remove);
                hosts.computeIfAbsent(host.getCluster(), cluster -> new TreeMap<>())
                        .put(host.getName(), yaml);
            }
            case RemoteUsage usage ->
                remote.computeIfAbsent(usage.getSource(), source -> new ArrayList<>())
                        .add(usage);
            case JobEvent event -> events.add(RecordYaml.write(event));
            default ->
                throw new IllegalArgumentException(
                        "a scenario has no " + record.getSchema().getName());
        }
    }

    /** The file, as of an instant of the rig's clock. */
    public String text(double seconds) throws IOException {
        return YamlText.text(scenario(seconds));
    }

    /** What stands in the file. */
    Map<String, Object> scenario(double seconds) {
        Map<String, Object> scenario = new LinkedHashMap<>();
        scenario.put("at", StreamRig.at(seconds));
        scenario.put("domain", "alps");
        scenario.put("policy", policy);
        List<io.fairway.core.shares.ShareNode> nodes = new ArrayList<>();
        trees.values().forEach(nodes::addAll);
        scenario.put("shares", ShareTreeYaml.write(nodes));
        scenario.put("hosts", hosts);
        scenario.put(
                "remoteUsage",
                remote.values().stream().map(RemoteUsageYaml::write).toList());
        scenario.put("events", events);
        return scenario;
    }

    /** The name of a node's row in a report. */
    String row(NodeId node) {
        ShareTree tree = ShareTree.build(node.tree(), trees.getOrDefault(node.tree(), List.of()));
        return (trees.size() > 1 ? node.tree() : "") + tree.path(tree.find(node));
    }
}
