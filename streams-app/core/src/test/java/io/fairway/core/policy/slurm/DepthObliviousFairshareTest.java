package io.fairway.core.policy.slurm;

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
     * No golden tree has parent shares under this algorithm; worked out by hand from the formula. S(a) = .5 and UE(a) = .5,
     * so Rp = 1 and k = 1. The level's usage leaves out p, who has no shares of its own: Rs = (.2 + .1)/.5 = .6.
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
}
