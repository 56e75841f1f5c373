package io.fairway.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A random tree with the usage of its users. A test changes one thing and compares the factors. */
record RandomWorkload(List<ShareNode> nodes, Map<NodeId, Double> usage) {
    /** Available processor-seconds; more than any of these workloads uses. */
    static final double RESOURCES = 400_000;

    static RandomWorkload of(SplittableRandom random) {
        List<ShareNode> nodes = RandomTrees.nodes(random);
        Map<NodeId, Double> usage = new LinkedHashMap<>();
        for (ShareNode node : nodes) {
            if (node.id().isUser()) {
                usage.put(node.id(), RandomTrees.usage(random));
            }
        }
        return new RandomWorkload(nodes, usage);
    }

    ShareTree tree() {
        ShareTree tree = ShareTree.build("t", nodes);
        assertThat(tree.problems()).isEmpty();
        return tree;
    }

    Fairshare evaluate(SlurmAlgorithm algorithm) {
        ShareTree tree = tree();
        double[] own = new double[tree.size()];
        usage.forEach((id, used) -> own[tree.find(id)] = used);
        return algorithm.create(1, RESOURCES).evaluate(tree, UsageSnapshot.ofOwn(tree, own));
    }

    RandomWorkload withMore(NodeId user, double more) {
        Map<NodeId, Double> changed = new LinkedHashMap<>(usage);
        changed.merge(user, more, Double::sum);
        return new RandomWorkload(nodes, changed);
    }

    /** The same workload with all usage divided by a number. */
    RandomWorkload decayed(double left) {
        Map<NodeId, Double> changed = new LinkedHashMap<>(usage);
        changed.replaceAll((id, used) -> used * left);
        return new RandomWorkload(nodes, changed);
    }

    RandomWorkload withShares(NodeId id, long shares) {
        List<ShareNode> changed = new ArrayList<>(nodes);
        changed.replaceAll(node -> node.id().equals(id)
                ? new ShareNode(id, node.parent(), shares, node.priority(), node.order(), false)
                : node);
        return new RandomWorkload(changed, usage);
    }
}
