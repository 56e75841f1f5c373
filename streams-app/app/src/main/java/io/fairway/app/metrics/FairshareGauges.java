package io.fairway.app.metrics;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.engine.EvaluatedDomain;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Gauges of the accounts of a share tree and of its users with the most usage. All users would be too many series. */
final class FairshareGauges {
    private final int topUsers;

    /** @param topUsers the number of users with gauges, in each tree under each policy; 0 = none */
    FairshareGauges(int topUsers) {
        this.topUsers = topUsers;
    }

    void collect(EvaluatedDomain snapshot, Gauges gauges) {
        for (EvaluatedDomain.Evaluation evaluation : snapshot.evaluations()) {
            Fairshare fairshare = evaluation.fairshare();
            ShareTree tree = fairshare.tree();
            for (int node = 0; node < tree.size(); node++) {
                if (!tree.isUser(node)) {
                    collect("account", fairshare, node, accountLabels(snapshot, evaluation, node), gauges);
                }
            }
            for (int node : top(fairshare)) {
                collect("user", fairshare, node, userLabels(snapshot, evaluation, node), gauges);
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

    private static String[] accountLabels(EvaluatedDomain snapshot, EvaluatedDomain.Evaluation evaluation, int node) {
        ShareTree tree = evaluation.fairshare().tree();
        return new String[] {
            "domain", snapshot.domain(),
            "policy", evaluation.policy(),
            "tree", tree.tree(),
            "account", tree.id(node).account(),
            "parent", node == 0 ? "" : tree.id(tree.parent(node)).account(),
            "depth", Integer.toString(tree.depth(node))
        };
    }

    private static String[] userLabels(EvaluatedDomain snapshot, EvaluatedDomain.Evaluation evaluation, int node) {
        ShareTree tree = evaluation.fairshare().tree();
        return new String[] {
            "domain", snapshot.domain(),
            "policy", evaluation.policy(),
            "tree", tree.tree(),
            "account", tree.id(node).account(),
            "user", tree.id(node).user()
        };
    }

    /** The users with the most usage; of equal ones, the first in the tree. */
    private List<Integer> top(Fairshare fairshare) {
        Comparator<Integer> least =
                Comparator.<Integer>comparingDouble(fairshare::raw).thenComparing(Comparator.reverseOrder());
        PriorityQueue<Integer> top = new PriorityQueue<>(least);
        for (int node = 0; node < fairshare.tree().size(); node++) {
            if (fairshare.tree().isUser(node)) {
                top.add(node);
                if (top.size() > topUsers) {
                    top.remove();
                }
            }
        }
        return new ArrayList<>(top);
    }
}
