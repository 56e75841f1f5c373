package io.fairway.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.schedulers.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Laws of every tree under every algorithm, on seeded random trees. */
class FairshareLawsTest {
    private static final int TREES = 300;

    @ParameterizedTest
    @EnumSource(SlurmAlgorithm.class)
    void theOrderOfTheShareNodesDoesNotMatter(SlurmAlgorithm algorithm) {
        forEachTree((seed, nodes, usage) -> {
            List<ShareNode> shuffled = new ArrayList<>(nodes);
            Collections.shuffle(shuffled, new Random(seed));

            Fairshare one = evaluate(algorithm, nodes, usage);
            Fairshare other = evaluate(algorithm, shuffled, usage);

            for (int i = 0; i < one.tree().size(); i++) {
                assertThat(other.tree().id(i)).isEqualTo(one.tree().id(i));
                assertThat(numbers(other, i)).isEqualTo(numbers(one, i));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(SlurmAlgorithm.class)
    void factorsAndNormalisedValuesStayInRange(SlurmAlgorithm algorithm) {
        forEachTree((seed, nodes, usage) -> {
            Fairshare fairshare = evaluate(algorithm, nodes, usage);
            for (int i = 0; i < fairshare.tree().size(); i++) {
                if (!Double.isNaN(fairshare.factor(i))) {
                    assertThat(fairshare.factor(i)).isBetween(0.0, 1.0);
                }
                assertThat(fairshare.normShares(i)).isBetween(0.0, 1.0);
                assertThat(fairshare.normUsage(i)).isBetween(0.0, 1.0);
                boolean fairTree = algorithm.name().startsWith("FAIR_TREE");
                assertThat(fairshare.rank(i) > 0)
                        .isEqualTo(fairTree && fairshare.tree().isUser(i));
            }
        });
    }

    /** Its first term is the factor itself, and no explanation fails. */
    @ParameterizedTest
    @EnumSource(SlurmAlgorithm.class)
    void everyNodeIsExplained(SlurmAlgorithm algorithm) {
        forEachTree((seed, nodes, usage) -> {
            Fairshare fairshare = evaluate(algorithm, nodes, usage);
            for (int i = 0; i < fairshare.tree().size(); i++) {
                List<Term> terms = fairshare.explain(i);
                assertThat(terms.get(0).name()).isEqualTo("fairshare");
                assertThat(terms.get(0).value()).isEqualTo(Double.valueOf(fairshare.factor(i)));
                assertThat(terms).allSatisfy(term -> assertThat(term.rule()).isNotBlank());
            }
        });
    }

    /** Moving the children of an account with parent shares up to the account above changes nobody's factor. */
    @ParameterizedTest
    @EnumSource(
            value = SlurmAlgorithm.class,
            names = {"CLASSIC", "LINEAR_2_0", "FAIR_TREE_DOCUMENTED"})
    void accountsWithParentSharesAreTransparent(SlurmAlgorithm algorithm) {
        forEachTree((seed, nodes, usage) -> {
            // Users only: an account's own usage could not move with its children.
            usage.replaceAll((id, used) -> id.isUser() ? used : 0);
            Fairshare before = evaluate(algorithm, nodes, usage);
            Map<NodeId, NodeId> moved = new HashMap<>();
            List<ShareNode> lifted = lift(before.tree(), nodes, moved);
            Map<NodeId, Double> usageAfter = new HashMap<>();
            usage.forEach((id, used) -> usageAfter.put(moved.getOrDefault(id, id), used));

            Fairshare after = evaluate(algorithm, lifted, usageAfter);

            for (int i = 0; i < before.tree().size(); i++) {
                NodeId id = before.tree().id(i);
                int same = after.tree().find(moved.getOrDefault(id, id));
                assertThat(after.normShares(same)).isCloseTo(before.normShares(i), Offset.offset(1e-12));
                if (before.tree().isUser(i)) {
                    assertThat(after.factor(same)).as("%s", id).isCloseTo(before.factor(i), Offset.offset(1e-12));
                }
            }
        });
    }

    /** Every node directly below its fsParent; users get the name of their new account. */
    private static List<ShareNode> lift(ShareTree tree, List<ShareNode> nodes, Map<NodeId, NodeId> moved) {
        List<ShareNode> lifted = new ArrayList<>();
        for (ShareNode node : nodes) {
            NodeId id = node.id();
            String above = tree.id(tree.fsParent(tree.find(id))).account();
            NodeId to = id.isUser() ? NodeId.ofUser(id.tree(), above, id.user()) : id;
            moved.put(id, to);
            lifted.add(new ShareNode(to, id.isUser() ? null : above, node.shares(), 0, node.order(), false));
        }
        return lifted;
    }

    /** A sibling with more usage and equal shares does not rank higher. */
    @ParameterizedTest
    @EnumSource(
            value = SlurmAlgorithm.class,
            names = {"FAIR_TREE_DOCUMENTED", "FAIR_TREE_SLURM", "CLASSIC", "LINEAR_2_0"})
    void moreUsageIsNeverBetter(SlurmAlgorithm algorithm) {
        forEachTree((seed, nodes, usage) -> {
            Fairshare fairshare = evaluate(algorithm, nodes, usage);
            ShareTree tree = fairshare.tree();
            for (int a = 1; a < tree.size(); a++) {
                for (int b = 1; b < tree.size(); b++) {
                    boolean peers = tree.isUser(a)
                            && tree.isUser(b)
                            && tree.fsParent(a) == tree.fsParent(b)
                            && tree.shares(a) == tree.shares(b)
                            && !tree.hasParentShares(a);
                    if (peers && fairshare.raw(a) > fairshare.raw(b)) {
                        assertThat(fairshare.factor(a)).isLessThanOrEqualTo(fairshare.factor(b));
                        assertThat(fairshare.rank(a)).isLessThanOrEqualTo(fairshare.rank(b));
                    }
                }
            }
        });
    }

    /** A user's rank does not rise when it uses more and all others stay as they are. */
    @ParameterizedTest
    @EnumSource(
            value = SlurmAlgorithm.class,
            names = {"FAIR_TREE_DOCUMENTED"})
    void usingMoreNeverRaisesOnesOwnRank(SlurmAlgorithm algorithm) {
        forEachTree((seed, nodes, usage) -> {
            Fairshare before = evaluate(algorithm, nodes, usage);
            for (NodeId id : usage.keySet()) {
                if (id.isUser()) {
                    Map<NodeId, Double> more = new HashMap<>(usage);
                    more.merge(id, 1500.0, Double::sum);
                    Fairshare after = evaluate(algorithm, nodes, more);
                    int node = before.tree().find(id);
                    assertThat(after.rank(node)).as("%s", id).isLessThanOrEqualTo(before.rank(node));
                }
            }
        });
    }

    /** If an account deserves more than its sibling, all its users rank above all of the sibling's. */
    @ParameterizedTest
    @EnumSource(
            value = SlurmAlgorithm.class,
            names = {"FAIR_TREE_DOCUMENTED", "FAIR_TREE_SLURM"})
    void aBetterAccountIsBetterForAllItsUsers(SlurmAlgorithm algorithm) {
        forEachTree((seed, nodes, usage) -> {
            Fairshare fairshare = evaluate(algorithm, nodes, usage);
            ShareTree tree = fairshare.tree();
            for (int a = 1; a < tree.size(); a++) {
                for (int b = 1; b < tree.size(); b++) {
                    boolean siblings = !tree.isUser(a)
                            && !tree.isUser(b)
                            && tree.fsParent(a) == tree.fsParent(b)
                            && !tree.hasParentShares(a)
                            && !tree.hasParentShares(b);
                    if (siblings && fairshare.levelFs(a) > fairshare.levelFs(b) * 1.000001) {
                        assertThat(lowestRank(fairshare, a)).isGreaterThanOrEqualTo(highestRank(fairshare, b));
                    }
                }
            }
        });
    }

    private static long lowestRank(Fairshare fairshare, int account) {
        long lowest = Long.MAX_VALUE;
        for (int i = account; i < fairshare.tree().subtreeEnd(account); i++) {
            lowest = fairshare.tree().isUser(i) ? Math.min(lowest, fairshare.rank(i)) : lowest;
        }
        return lowest;
    }

    private static long highestRank(Fairshare fairshare, int account) {
        long highest = 0;
        for (int i = account; i < fairshare.tree().subtreeEnd(account); i++) {
            highest = Math.max(highest, fairshare.rank(i));
        }
        return highest;
    }

    /** Usage credited below zero counts as zero. */
    @ParameterizedTest
    @EnumSource(SlurmAlgorithm.class)
    void negativeUsageCountsAsZero(SlurmAlgorithm algorithm) {
        ShareTree tree = ShareTree.build(
                "t",
                List.of(
                        ShareNode.account("t", "a", null, 1, 0),
                        ShareNode.account("t", "b", null, 1, 1),
                        ShareNode.user("t", "a", "u", 1, 0),
                        ShareNode.user("t", "b", "v", 1, 0)));
        FairshareAlgorithm policy = algorithm.create(1, 1000);

        Fairshare below = policy.evaluate(tree, UsageSnapshot.of(new double[] {50, -50, -50, 100, 100}));
        Fairshare none = policy.evaluate(tree, UsageSnapshot.of(new double[] {50, 0, 0, 100, 100}));

        for (int i = 0; i < tree.size(); i++) {
            assertThat(numbers(below, i)).isEqualTo(numbers(none, i));
        }
    }

    @FunctionalInterface
    private interface Law {
        void check(int seed, List<ShareNode> nodes, Map<NodeId, Double> usage);
    }

    private static void forEachTree(Law law) {
        Seeds.each(TREES, random -> {
            List<ShareNode> nodes = RandomTrees.nodes(random);
            Map<NodeId, Double> usage = new HashMap<>();
            nodes.forEach(node -> usage.put(node.id(), RandomTrees.usage(random)));
            law.check(random.nextInt(), nodes, usage);
        });
    }

    private static Fairshare evaluate(SlurmAlgorithm algorithm, List<ShareNode> nodes, Map<NodeId, Double> usage) {
        ShareTree tree = ShareTree.build("t", nodes);
        assertThat(tree.problems()).isEmpty();
        double[] own = new double[tree.size()];
        usage.forEach((id, used) -> own[tree.find(id)] = used);
        return algorithm.create(1, 100_000).evaluate(tree, UsageSnapshot.ofOwn(tree, own));
    }

    private static List<Number> numbers(Fairshare fairshare, int node) {
        return List.of(
                fairshare.factor(node),
                fairshare.rank(node),
                fairshare.levelFs(node),
                fairshare.normShares(node),
                fairshare.normUsage(node),
                fairshare.effectiveUsage(node),
                fairshare.raw(node));
    }
}
