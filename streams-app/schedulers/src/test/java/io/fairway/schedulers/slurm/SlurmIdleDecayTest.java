package io.fairway.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.schedulers.Seeds;
import io.fairway.schedulers.slurm.fairshare.LinearFairshare;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two siblings with idle subtrees keep their order while their usage decays, whatever the others do.
 *
 * <p>This holds where usage is compared with usage. In the linear formula of 2.0 usage is a part of the machine's
 * capacity. There, idle siblings return to the order of their shares, which changes the order once.
 */
class SlurmIdleDecayTest {
    /** The rounding of doubles for two equal values. */
    private static final double ROUNDING = 1e-12;

    @ParameterizedTest
    @EnumSource(
            value = SlurmAlgorithm.class,
            names = {"CLASSIC", "DEPTH_OBLIVIOUS", "FAIR_TREE_DOCUMENTED", "FAIR_TREE_SLURM"})
    void neverChangesTheOrderOfIdleSiblings(SlurmAlgorithm algorithm) {
        Seeds.each(100, random -> {
            RandomWorkload before = RandomWorkload.of(random);
            Fairshare first = before.evaluate(algorithm);
            boolean[] busy = new boolean[first.tree().size()];
            RandomWorkload then = before.decayed(random.nextDouble(0.001, 1));
            for (NodeId user : before.usage().keySet()) {
                if (random.nextInt(4) == 0) {
                    then = then.withMore(user, random.nextDouble(5000));
                    for (int i = first.tree().find(user);
                            i >= 0;
                            i = i == 0 ? -1 : first.tree().parent(i)) {
                        busy[i] = true;
                    }
                }
            }
            boolean levels = algorithm.name().startsWith("FAIR_TREE");
            assertSameOrder(values(first, levels), values(then.evaluate(algorithm), levels), first.tree(), busy);
        });
    }

    private static void assertSameOrder(double[] first, double[] then, ShareTree tree, boolean[] busy) {
        for (int a = 1; a < tree.size(); a++) {
            for (int b = 1; b < tree.size(); b++) {
                boolean idle = tree.fsParent(a) == tree.fsParent(b)
                        && !tree.hasParentShares(a)
                        && !tree.hasParentShares(b)
                        && !busy[a]
                        && !busy[b];
                if (idle && first[a] > first[b] * (1 + ROUNDING)) {
                    assertThat(then[a])
                            .as("%s, which was before %s", tree.id(a), tree.id(b))
                            .isGreaterThanOrEqualTo(then[b] * (1 - ROUNDING));
                }
            }
        }
    }

    /** The values that order siblings: the factor, or in Fair Tree, where accounts have none, the level fairshare. */
    private static double[] values(Fairshare fairshare, boolean levels) {
        double[] values = new double[fairshare.tree().size()];
        for (int i = 1; i < values.length; i++) {
            values[i] = levels ? fairshare.levelFs(i) : fairshare.factor(i);
        }
        return values;
    }

    /** Two siblings at the top with shares of 60:40 are idle; the first has used more than its share. */
    @Test
    void inLinearIdleSiblingsReturnToTheOrderOfTheirShares() {
        assertThat(signs(60, 5000, 40, 1000)).containsExactly(-1, 1);
        assertThat(signs(60, 1000, 40, 5000)).containsExactly(1, 1);
        Seeds.each(2000, random -> {
            int changes = 0;
            int last = 0;
            double first = random.nextDouble(5000);
            double other = random.nextDouble(5000);
            long shares = random.nextInt(1, 100);
            for (double left = 1; left > 1e-6; left *= 0.8) {
                int sign = sign(shares, first * left, 100 - shares, other * left);
                changes += last != 0 && sign != 0 && sign != last ? 1 : 0;
                last = sign == 0 ? last : sign;
            }
            assertThat(changes).isLessThanOrEqualTo(1);
        });
    }

    private static int[] signs(long shares, double used, long otherShares, double otherUsed) {
        return new int[] {
            sign(shares, used, otherShares, otherUsed), sign(shares, used / 100, otherShares, otherUsed / 100)
        };
    }

    /** The order of two users directly below root, on a machine with 10,000 processor-seconds. */
    private static int sign(long shares, double used, long otherShares, double otherUsed) {
        ShareTree tree = ShareTree.build(
                "t",
                List.of(ShareNode.user("t", "root", "a", shares, 0), ShareNode.user("t", "root", "b", otherShares, 1)));
        FairshareAlgorithm linear = new LinearFairshare(10_000);
        Fairshare fairshare = linear.evaluate(tree, UsageSnapshot.ofOwn(tree, new double[] {0, used, otherUsed}));
        double difference = fairshare.factor(1) - fairshare.factor(2);
        return Math.abs(difference) < ROUNDING ? 0 : (int) Math.signum(difference);
    }
}
