package io.fairway.app.metrics;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.engine.EvaluatedDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A domain with one share tree of its name, whose nodes have given usage. */
final class SampleDomain {
    private final String name;
    private final List<ShareNode> nodes = new ArrayList<>();
    private final Map<NodeId, Double> usage = new HashMap<>();

    SampleDomain(String name) {
        this.name = name;
    }

    /** Adds an account below another. */
    SampleDomain account(String account, String parent, double used) {
        return add(NodeId.ofAccount(name, account), parent, used);
    }

    SampleDomain user(String account, String user, double used) {
        return add(NodeId.ofUser(name, account, user), null, used);
    }

    /** Adds the association of a user with a partition. */
    SampleDomain user(String account, String user, String partition, double used) {
        return add(new NodeId(name, account, user, partition), null, used);
    }

    private SampleDomain add(NodeId id, @Nullable String parent, double used) {
        nodes.add(new ShareNode(id, parent, 1, 0, nodes.size(), false));
        usage.put(id, used);
        return this;
    }

    /** Its evaluation under policies; all numbers but usage are 1, so that each node has four gauges. */
    EvaluatedDomain under(String... policies) {
        ShareTree tree = ShareTree.build(name, nodes);
        double[] raw = new double[tree.size()];
        for (int node = 0; node < raw.length; node++) {
            raw[node] = usage.getOrDefault(tree.id(node), 0.0);
        }
        Fairshare.Values values = new Fairshare.Values(tree, UsageSnapshot.of(raw));
        for (double[] each : List.of(values.factor, values.levelFs, values.normShares)) {
            Arrays.fill(each, 1);
        }
        Fairshare fairshare = values.finish((f, node) -> List.of());
        return new EvaluatedDomain(
                name,
                0,
                Map.of(),
                Map.of(),
                Arrays.stream(policies)
                        .map(policy -> new EvaluatedDomain.Evaluation(policy, fairshare))
                        .toList());
    }
}
