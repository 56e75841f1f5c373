package io.fairway.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.TreeUsage;
import io.fairway.schedulers.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Children add up to their parent: usage to the last bit unless a user was deleted, and normalised shares. */
class LevelSumsTest {
    private static final DecayLaws LAW = DecayLaws.of(DecayLaw.halfLife(7_200_000));
    private static final long NOW = 1_795_000_000_000L;

    @Test
    void usageOfTheChildrenAddsUpToTheirParents() {
        Seeds.each(100, random -> {
            RandomWorkload workload = RandomWorkload.of(random);
            ShareTree tree = workload.tree();
            Map<NodeId, Line> lines = lines(workload, random);
            TreeUsage usage = TreeUsage.of(tree, LAW, lines::get, NOW);

            BigInteger[] children = children(tree, usage);
            for (int i = 0; i < tree.size(); i++) {
                if (!tree.isUser(i)) {
                    assertThat(children[i]).as(tree.path(i)).isEqualTo(usage.exact(i));
                }
            }
        });
    }

    /** The exception: a deleted user's usage stays with its account, and no child has it. */
    @Test
    void aDeletedUsersUsageBelongsToItsAccountAlone() {
        Seeds.each(100, random -> {
            RandomWorkload workload = RandomWorkload.of(random);
            NodeId gone = List.copyOf(workload.usage().keySet()).get(0);
            List<ShareNode> nodes = new ArrayList<>(workload.nodes());
            nodes.replaceAll(node ->
                    node.id().equals(gone) ? new ShareNode(gone, null, node.shares(), 0, node.order(), true) : node);
            Map<NodeId, Line> lines = lines(workload, random);
            TreeUsage before = TreeUsage.of(workload.tree(), LAW, lines::get, NOW);
            ShareTree tree = ShareTree.build("t", nodes);
            TreeUsage usage = TreeUsage.of(tree, LAW, lines::get, NOW);
            BigInteger[] children = children(tree, usage);
            int account = tree.findAccount(gone.account());

            assertThat(usage.exact(0)).isEqualTo(before.exact(0));
            assertThat(usage.exact(account).subtract(children[account]))
                    .isEqualTo(before.exact(workload.tree().find(gone)));
        });
    }

    private static BigInteger[] children(ShareTree tree, TreeUsage usage) {
        BigInteger[] sums = new BigInteger[tree.size()];
        Arrays.fill(sums, BigInteger.ZERO);
        for (int i = 1; i < tree.size(); i++) {
            sums[tree.parent(i)] = sums[tree.parent(i)].add(usage.exact(i));
        }
        return sums;
    }

    private static Map<NodeId, Line> lines(RandomWorkload workload, SplittableRandom random) {
        Map<NodeId, Line> lines = new HashMap<>();
        for (NodeId user : workload.usage().keySet()) {
            Line line = new Line();
            for (int i = random.nextInt(4); i > 0; i--) {
                long start = NOW - random.nextLong(1, 40 * 3_600_000L);
                line.add(LAW, new Segment(start, start + 1 + random.nextLong(NOW - start), random.nextLong(1L << 45)));
            }
            lines.put(user, line);
        }
        return lines;
    }

    @ParameterizedTest
    @EnumSource(
            value = SlurmAlgorithm.class,
            names = {"FIFO"},
            mode = EnumSource.Mode.EXCLUDE)
    void normalisedSharesOfALevelAreThoseOfTheAccountAbove(SlurmAlgorithm algorithm) {
        Seeds.each(100, random -> {
            Fairshare fairshare = RandomWorkload.of(random).evaluate(algorithm);
            ShareTree tree = fairshare.tree();
            double[] sums = new double[tree.size()];
            boolean[] hasShares = new boolean[tree.size()];
            for (int i = 1; i < tree.size(); i++) {
                if (!tree.hasParentShares(i)) {
                    sums[tree.fsParent(i)] += fairshare.normShares(i);
                    hasShares[tree.fsParent(i)] |= tree.shares(i) > 0;
                }
            }
            boolean ofTheLevel = algorithm.name().startsWith("FAIR_TREE");
            for (int i = 0; i < sums.length; i++) {
                double above = ofTheLevel || i == 0 ? 1 : fairshare.normShares(i);
                assertThat(sums[i]).as(tree.path(i)).isCloseTo(hasShares[i] ? above : 0, Offset.offset(1e-12));
            }
        });
    }
}
