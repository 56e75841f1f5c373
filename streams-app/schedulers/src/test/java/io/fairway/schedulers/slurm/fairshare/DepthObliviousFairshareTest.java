package io.fairway.schedulers.slurm.fairshare;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class DepthObliviousFairshareTest {
    /**
     * No golden tree has parent shares under this algorithm; calculated by hand from the formula. S(a) = .5 and UE(a) =
     * .5, so Rp = 1 and k = 1. The level's usage leaves out p, who has no shares of its own: Rs = (.2 + .1)/.5 = .6.
     */
    @Test
    void nodesWithParentSharesDoNotCountInTheUsageOfTheLevel() {
        ShareTree tree = ShareTree.build(
                "t",
                List.of(
                        ShareNode.account("t", "a", null, 1, 0),
                        ShareNode.account("t", "b", null, 1, 1),
                        ShareNode.user("t", "a", "u", 1, 0),
                        ShareNode.user("t", "a", "v", 1, 1),
                        ShareNode.user("t", "a", "p", ShareNode.PARENT, 2),
                        ShareNode.user("t", "b", "w", 1, 0)));
        int u = tree.find(NodeId.ofUser("t", "a", "u"));
        int v = tree.find(NodeId.ofUser("t", "a", "v"));
        int p = tree.find(NodeId.ofUser("t", "a", "p"));
        double[] own = new double[tree.size()];
        own[u] = 20;
        own[v] = 10;
        own[p] = 20;
        own[tree.find(NodeId.ofUser("t", "b", "w"))] = 50;

        Fairshare fairshare = new DepthObliviousFairshare(1).evaluate(tree, UsageSnapshot.ofOwn(tree, own));

        Offset<Double> exact = Offset.offset(1e-15);
        // Rl = (U/S)/Rs; UE = Rp * Rl * S.
        assertThat(fairshare.effectiveUsage(u)).isCloseTo((.2 / .25) / .6 * .25, exact);
        assertThat(fairshare.effectiveUsage(v)).isCloseTo((.1 / .25) / .6 * .25, exact);
        assertThat(fairshare.effectiveUsage(p)).isCloseTo(.5, exact);
        assertThat(fairshare.factor(u)).isCloseTo(StrictMath.pow(2, -(.2 / .6) / .25), exact);
        assertThat(fairshare.factor(p)).isCloseTo(.5, exact);
    }

    /**
     * Account and user on different sides of their shares. Below a (Rp = 0.4/0.5 = 0.8): u has Rl = (0.3/0.25)/0.8 = 1.5 and k =
     * 1/(1 + (5 ln 0.8)^2) = 0.44547, v has Rl = 0.5 and k = 1. Below b (Rp = 1.2): w has Rl = 5/3 and k = 1, x has Rl = 1/3 and
     * k = 1/(1 + (5 ln 1.2)^2) = 0.54614.
     */
    @Test
    void theLevelCountsLessIfUserAndAccountAreOnDifferentSidesOfTheirShares() {
        ShareTree tree = ShareTree.build(
                "t",
                List.of(
                        ShareNode.account("t", "a", null, 1, 0),
                        ShareNode.account("t", "b", null, 1, 1),
                        ShareNode.user("t", "a", "u", 1, 0),
                        ShareNode.user("t", "a", "v", 1, 1),
                        ShareNode.user("t", "a", "z", 0, 2),
                        ShareNode.user("t", "b", "w", 1, 0),
                        ShareNode.user("t", "b", "x", 1, 1)));
        double[] own = new double[tree.size()];
        own[tree.find(NodeId.ofUser("t", "a", "u"))] = 30;
        own[tree.find(NodeId.ofUser("t", "a", "v"))] = 10;
        own[tree.find(NodeId.ofUser("t", "b", "w"))] = 50;
        own[tree.find(NodeId.ofUser("t", "b", "x"))] = 10;

        Fairshare fairshare = new DepthObliviousFairshare(1).evaluate(tree, UsageSnapshot.ofOwn(tree, own));

        Offset<Double> digits = Offset.offset(1e-12);
        assertThat(effective(fairshare, "a", "u")).isCloseTo(0.2395924662455102, digits);
        assertThat(effective(fairshare, "a", "v")).isCloseTo(0.8 * 0.5 * 0.25, digits);
        assertThat(effective(fairshare, "b", "w")).isCloseTo(1.2 * 5 / 3 * 0.25, digits);
        assertThat(effective(fairshare, "b", "x")).isCloseTo(0.16464393704149533, digits);
    }

    /** Without shares, or without usage above, the ratio is undefined and the usage itself counts. */
    @Test
    void withoutARatioTheEffectiveUsageIsTheUsage() {
        ShareTree tree = ShareTree.build(
                "t",
                List.of(
                        ShareNode.account("t", "a", null, 1, 0),
                        ShareNode.user("t", "a", "u", 1, 0),
                        ShareNode.user("t", "a", "none", 0, 1)));
        double[] own = new double[tree.size()];
        own[tree.find(NodeId.ofUser("t", "a", "none"))] = 30;
        own[tree.find(NodeId.ofUser("t", "a", "u"))] = 10;

        Fairshare fairshare = new DepthObliviousFairshare(1).evaluate(tree, UsageSnapshot.ofOwn(tree, own));

        assertThat(effective(fairshare, "a", "none")).isEqualTo(0.75);
        assertThat(fairshare.factor(tree.find(NodeId.ofUser("t", "a", "none")))).isZero();
    }

    private static double effective(Fairshare fairshare, String account, String user) {
        return fairshare.effectiveUsage(fairshare.tree().find(NodeId.ofUser("t", account, user)));
    }
}
