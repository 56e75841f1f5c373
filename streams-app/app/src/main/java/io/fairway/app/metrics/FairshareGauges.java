package io.fairway.app.metrics;

import io.fairway.core.fairness.MaxMinFair;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.TopNodes;
import io.fairway.core.shares.ShareTree;
import io.fairway.engine.EvaluatedDomain;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gauges of accounts and users. All of them would be too many series: the instance has a number of accounts and of users for each
 * of its partitions, and every share tree under every policy gets an equal part of it ({@link MaxMinFair}, {@link TopNodes}).
 */
final class FairshareGauges {
    private static final Comparator<Tree> ORDER = Comparator.comparing(Tree::domain)
            .thenComparing(Tree::policy)
            .thenComparing(tree -> tree.nodes().tree());

    private final int accounts;
    private final int users;
    private Map<List<String>, Set<NodeId>> shown = Map.of();

    /** A share tree of a domain under a policy. */
    private record Tree(String domain, String policy, Fairshare fairshare) {
        private ShareTree nodes() {
            return fairshare.tree();
        }

        private List<String> key() {
            return List.of(domain, policy, nodes().tree());
        }
    }

    /** The most of each for a partition, as in {@link MetricsSettings}. */
    FairshareGauges(int accounts, int users) {
        this.accounts = accounts;
        this.users = users;
    }

    /**
     * Adds the gauges of some accounts and users of all domains. Several scrapes may come at once.
     *
     * @param partitions those that the instance has, 1 or more
     */
    synchronized void collect(Collection<EvaluatedDomain> domains, int partitions, Gauges gauges) {
        List<Tree> trees = new ArrayList<>();
        for (EvaluatedDomain domain : domains) {
            domain.evaluations().forEach(each -> trees.add(new Tree(domain.domain(), each.policy(), each.fairshare())));
        }
        trees.sort(ORDER);
        Map<List<String>, Set<NodeId>> now = new HashMap<>();
        collect(trees, false, total(accounts, partitions), now, gauges);
        collect(trees, true, total(users, partitions), now, gauges);
        shown = now;
    }

    private static long total(int limit, int partitions) {
        return limit == MetricsSettings.ALL ? Long.MAX_VALUE : (long) limit * partitions;
    }

    private void collect(
            List<Tree> trees, boolean users, long total, Map<List<String>, Set<NodeId>> now, Gauges gauges) {
        int[] parts = MaxMinFair.of(
                trees.stream()
                        .mapToInt(tree -> TopNodes.count(tree.nodes(), users))
                        .toArray(),
                total);
        for (int i = 0; i < parts.length; i++) {
            Tree tree = trees.get(i);
            Set<NodeId> ids = now.computeIfAbsent(tree.key(), key -> new HashSet<>());
            for (int node : TopNodes.of(tree.fairshare(), users, parts[i], shown.getOrDefault(tree.key(), Set.of()))) {
                ids.add(tree.nodes().id(node));
                collect(users ? "user" : "account", tree.fairshare(), node, labels(tree, users, node), gauges);
            }
        }
    }

    private static void collect(String of, Fairshare fairshare, int node, String[] labels, Gauges gauges) {
        gauges.add(
                "fairway_" + of + "_factor",
                "Fairshare factor; under LSF the dynamic priority, under Moab the fairshare component.",
                fairshare.factor(node),
                labels);
        gauges.add(
                "fairway_" + of + "_level_fairshare",
                "Level fairshare (Fair Tree), or dynamic priority among siblings (LSF).",
                fairshare.levelFs(node),
                labels);
        gauges.add(
                "fairway_" + of + "_usage",
                "Decayed usage in TRES-seconds; under LSF the denominator of the dynamic priority.",
                fairshare.raw(node),
                labels);
        gauges.add(
                "fairway_" + of + "_share",
                "Normalised shares, or the target under Moab, 0 to 1.",
                fairshare.normShares(node),
                labels);
    }

    private static String[] labels(Tree tree, boolean user, int node) {
        ShareTree nodes = tree.nodes();
        NodeId id = nodes.id(node);
        List<String> labels = new ArrayList<>(List.of(
                "domain", tree.domain(), "policy", tree.policy(), "tree", nodes.tree(), "account", id.account()));
        if (!user) {
            labels.addAll(List.of(
                    "parent",
                    node == 0 ? "" : nodes.id(nodes.parent(node)).account(),
                    "depth",
                    Integer.toString(nodes.depth(node))));
        } else {
            labels.addAll(List.of("user", id.user()));
            if (!id.partition().isEmpty()) {
                labels.addAll(List.of("partition", id.partition()));
            }
        }
        return labels.toArray(new String[0]);
    }
}
