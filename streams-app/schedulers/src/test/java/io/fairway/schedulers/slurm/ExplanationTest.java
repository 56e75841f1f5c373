package io.fairway.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.schedulers.slurm.fairshare.ClassicFairshare;
import io.fairway.schedulers.slurm.fairshare.DepthObliviousFairshare;
import java.util.List;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An explanation gives the rule that was applied. */
class ExplanationTest {
    private static final ShareTree TREE = ShareTree.build(
            "t",
            List.of(
                    ShareNode.account("t", "a", null, 1, 0),
                    ShareNode.user("t", "a", "busy", 1, 0),
                    ShareNode.user("t", "a", "idle", 1, 1),
                    ShareNode.user("t", "a", "parents", ShareNode.PARENT, 2),
                    ShareNode.user("t", "a", "none", 0, 3),
                    ShareNode.account("t", "lifted", null, ShareNode.PARENT, 1),
                    ShareNode.account("t", "bare", null, 1, 2),
                    ShareNode.user("t", "bare", "alone", 0, 0)));

    private static Fairshare evaluate(SlurmAlgorithm algorithm) {
        double[] own = new double[TREE.size()];
        for (String user : List.of("busy", "none")) {
            own[TREE.find(NodeId.ofUser("t", "a", user))] = 10;
        }
        own[TREE.find(NodeId.ofUser("t", "bare", "alone"))] = 10;
        return algorithm.create(1, 1000).evaluate(TREE, UsageSnapshot.ofOwn(TREE, own));
    }

    private static int node(String account, @Nullable String user) {
        return TREE.find(user == null ? NodeId.ofAccount("t", account) : NodeId.ofUser("t", account, user));
    }

    private static String rule(Fairshare fairshare, int node, String term) {
        for (Term each : fairshare.explain(node)) {
            if (each.name().equals(term)) {
                return each.rule();
            }
        }
        throw new AssertionError("no term " + term);
    }

    @ParameterizedTest
    @CsvSource({
        "a,        , directly below root",
        "a, busy   , shares of the level",
        "a, parents, parent shares",
        "bare, alone, nobody at this level has shares",
    })
    void effectiveUsageOfClassic(String account, @Nullable String user, String part) {
        assertThat(rule(evaluate(SlurmAlgorithm.CLASSIC), node(account, user), "effectiveUsage"))
                .contains(part);
    }

    @ParameterizedTest
    @CsvSource({
        "a, busy, normalised shares / effective usage",
        "a, idle, nothing used",
        "a, none, no shares",
        "a, parents, a user with parent shares",
        "lifted, , compete at the level above",
    })
    void levelOfFairTree(String account, @Nullable String user, String part) {
        assertThat(rule(evaluate(SlurmAlgorithm.FAIR_TREE_DOCUMENTED), node(account, user), "levelFairshare"))
                .contains(part);
    }

    @Test
    void rootsAndFactors() {
        Fairshare classic = evaluate(SlurmAlgorithm.CLASSIC);
        Fairshare fairTree = evaluate(SlurmAlgorithm.FAIR_TREE_DOCUMENTED);

        assertThat(rule(classic, 0, "effectiveUsage")).startsWith("root");
        assertThat(rule(fairTree, 0, "levelFairshare")).startsWith("root");
        assertThat(rule(classic, node("a", "none"), "fairshare")).startsWith("0: no shares");
        assertThat(rule(classic, node("a", "busy"), "fairshare")).startsWith("2^");
        assertThat(rule(fairTree, node("a", null), "fairshare")).contains("no factor");
        assertThat(rule(fairTree, node("a", "busy"), "fairshare")).isEqualTo("rank / users");
        for (Fairshare fairshare : List.of(classic, fairTree)) {
            assertThat(rule(fairshare, node("a", "parents"), "normalisedShares"))
                    .isNotEqualTo(rule(fairshare, node("a", "busy"), "normalisedShares"));
        }
    }

    /** A node exactly on its share has 2^-1; with a dampening of 2, the square root of that. */
    @Test
    void dampeningDividesTheExponent() {
        ShareTree tree = ShareTree.build(
                "t", List.of(ShareNode.user("t", "root", "u", 1, 0), ShareNode.user("t", "root", "v", 1, 1)));
        UsageSnapshot even = UsageSnapshot.ofOwn(tree, new double[] {0, 5, 5});

        assertThat(new ClassicFairshare(1).evaluate(tree, even).factor(1)).isEqualTo(0.5);
        assertThat(new ClassicFairshare(2).evaluate(tree, even).factor(1))
                .isCloseTo(StrictMath.sqrt(0.5), Offset.offset(1e-15));
        assertThat(new DepthObliviousFairshare(2).evaluate(tree, even).factor(1))
                .isCloseTo(StrictMath.sqrt(0.5), Offset.offset(1e-15));
    }
}
