package io.fairway.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.schedulers.Seeds;
import io.fairway.schedulers.slurm.fairshare.LinearFairshare;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** More usage never raises the user's own factor, and more shares never lower it, with two exceptions for shares. */
class MoreIsNotBetterTest {
    private static final int TREES = 100;
    /** Doubles round; a rank is a whole number of users, many times larger. */
    private static final double ROUNDING = 1e-12;

    @ParameterizedTest
    @EnumSource(
            value = SlurmAlgorithm.class,
            names = {"FIFO"},
            mode = EnumSource.Mode.EXCLUDE)
    void moreUsageNeverRaisesTheFactorOfAUser(SlurmAlgorithm algorithm) {
        Seeds.each(TREES, random -> {
            RandomWorkload before = RandomWorkload.of(random);
            Fairshare first = before.evaluate(algorithm);
            for (NodeId user : before.usage().keySet()) {
                Fairshare then =
                        before.withMore(user, 500.0 * random.nextInt(1, 9)).evaluate(algorithm);
                int node = first.tree().find(user);

                assertThat(then.factor(node)).as("%s", user).isLessThanOrEqualTo(first.factor(node) + ROUNDING);
            }
        });
    }

    /** The shares of an account's users move with it, because they divide the account's share. */
    @ParameterizedTest
    @EnumSource(
            value = SlurmAlgorithm.class,
            names = {"CLASSIC", "DEPTH_OBLIVIOUS", "FAIR_TREE_DOCUMENTED"})
    void moreSharesNeverLowerTheFactorOfAUserOrOfAnyUserOfAnAccount(SlurmAlgorithm algorithm) {
        Seeds.each(TREES, random -> {
            RandomWorkload before = RandomWorkload.of(random);
            Fairshare first = before.evaluate(algorithm);
            for (ShareNode node : before.nodes()) {
                if (node.shares() == ShareNode.PARENT) {
                    continue;
                }
                Fairshare then = before.withShares(node.id(), node.shares() + random.nextInt(1, 4))
                        .evaluate(algorithm);
                int top = first.tree().find(node.id());
                for (int i = top; i < first.tree().subtreeEnd(top); i++) {
                    if (first.tree().isUser(i)) {
                        assertThat(then.factor(i))
                                .as("%s, with more shares for %s", first.tree().id(i), node.id())
                                .isGreaterThanOrEqualTo(first.factor(i) - ROUNDING);
                    }
                }
            }
        });
    }

    /**
     * In Slurm's own Fair Tree, a user whose account ties with the previous one has the last rank given, and an account
     * without users gives none. The user without shares therefore stands beside the best until its account gets a
     * share.
     */
    @Test
    void inSlurmsFairTreeSharesEndATieWithAnAccountWithoutUsers() {
        List<ShareNode> nodes = List.of(
                ShareNode.user("t", "root", "best", 1, 0),
                ShareNode.account("t", "empty", null, 0, 1),
                ShareNode.account("t", "poor", null, 0, 2),
                ShareNode.user("t", "poor", "anna", 1, 0));
        NodeId anna = NodeId.ofUser("t", "poor", "anna");
        RandomWorkload without =
                new RandomWorkload(nodes, Map.of(NodeId.ofUser("t", "root", "best"), 1000.0, anna, 5000.0));
        RandomWorkload with = without.withShares(NodeId.ofAccount("t", "poor"), 1);
        int user = without.tree().find(anna);

        assertThat(without.evaluate(SlurmAlgorithm.FAIR_TREE_SLURM).factor(user))
                .isEqualTo(1.0);
        assertThat(with.evaluate(SlurmAlgorithm.FAIR_TREE_SLURM).factor(user)).isEqualTo(0.5);
        assertThat(without.evaluate(SlurmAlgorithm.FAIR_TREE_DOCUMENTED).factor(user))
                .isEqualTo(0.5);
    }

    /**
     * The other exception, and its extent. With s of the shares of its level the factor is half of
     * {@code 1 + s (S_above - UE_above) - U (1 - s)}. More shares raise it unless the account above has used more than
     * its share and the user itself has usage.
     */
    @Test
    void inLinearMoreSharesLowerTheFactorOnlyBelowAnOverusedAccount() {
        int[] seen = new int[2];
        Seeds.each(TREES, random -> {
            RandomWorkload before = RandomWorkload.of(random);
            Fairshare first = before.evaluate(SlurmAlgorithm.LINEAR_2_0);
            ShareTree tree = first.tree();
            for (ShareNode node : before.nodes()) {
                int i = tree.find(node.id());
                if (node.shares() <= 0 || tree.levelShares(i) == node.shares() || !tree.isUser(i)) {
                    continue;
                }
                int above = tree.fsParent(i);
                double slope =
                        above == 0 ? 1 : first.normShares(above) - first.effectiveUsage(above) + first.normUsage(i);
                double change = before.withShares(node.id(), node.shares() + 1)
                                .evaluate(SlurmAlgorithm.LINEAR_2_0)
                                .factor(i)
                        - first.factor(i);

                if (Math.abs(slope) > ROUNDING) {
                    assertThat(Math.signum(change)).as("%s", node.id()).isEqualTo(Math.signum(slope));
                    seen[slope > 0 ? 0 : 1]++;
                }
            }
        });
        assertThat(seen[0]).isGreaterThan(100);
        assertThat(seen[1]).isGreaterThan(100);
    }

    /** The same in the tree of the 2.0 page: its user 3 has no usage, and its account C three times its share. */
    @Test
    void inThePagesTreeMoreSharesLowerTheFactorOfUserThree() {
        double[] expected = {.45, .43333333333333335, .425};
        for (long shares = 1; shares <= 3; shares++) {
            ShareTree tree = ShareTree.build(
                    "t",
                    List.of(
                            ShareNode.account("t", "A", null, 40, 0),
                            ShareNode.account("t", "B", "A", 30, 0),
                            ShareNode.user("t", "B", "u1", 1, 0),
                            ShareNode.account("t", "C", "A", 10, 1),
                            ShareNode.user("t", "C", "u2", 1, 0),
                            ShareNode.user("t", "C", "u3", shares, 1),
                            ShareNode.account("t", "D", null, 60, 1),
                            ShareNode.account("t", "E", "D", 25, 0),
                            ShareNode.user("t", "E", "u4", 1, 0),
                            ShareNode.account("t", "F", "D", 35, 1),
                            ShareNode.user("t", "F", "u5", 1, 0)));
            double[] own = new double[tree.size()];
            own[tree.find(NodeId.ofUser("t", "B", "u1"))] = .2;
            own[tree.find(NodeId.ofUser("t", "C", "u2"))] = .25;
            own[tree.find(NodeId.ofUser("t", "E", "u4"))] = .25;

            Fairshare fairshare = new LinearFairshare(1).evaluate(tree, UsageSnapshot.ofOwn(tree, own));

            assertThat(fairshare.factor(tree.find(NodeId.ofUser("t", "C", "u3"))))
                    .isCloseTo(expected[(int) shares - 1], Offset.offset(1e-14));
        }
    }
}
