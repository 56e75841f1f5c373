package io.fairway.schedulers.slurm.fairtree;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.KeptUsage;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.LineLog;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.TreeLines;
import io.fairway.core.usage.TreeUsage;
import io.fairway.schedulers.slurm.RandomTrees;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The kept ranking and the kept usage against the law: {@link FairTree} over {@link TreeUsage}, after every step. */
class FairTreeRankingTest {
    private static final long T0 = 1_700_000_000_000L;
    private static final int TREES = 150;
    private static final int STEPS = 60;

    /** A random history of one tree: jobs that start and end, refunds, deleted users, time. */
    private static final class History {
        private final SplittableRandom random;
        private final DecayLaws laws;
        private final ShareTree tree;
        private final List<NodeId> users = new ArrayList<>();
        private final Map<NodeId, Line> lines = new HashMap<>();
        private final Map<NodeId, List<Long>> open = new HashMap<>();
        private final LineLog log = new LineLog();
        private final TreeLines found;
        private final KeptUsage kept;
        private long now = T0;

        History(long seed, DecayLaws laws) {
            random = new SplittableRandom(seed);
            this.laws = laws;
            List<ShareNode> nodes = new ArrayList<>();
            for (ShareNode node : RandomTrees.nodes(random)) {
                boolean deleted = node.id().isUser() && random.nextInt(10) == 0;
                nodes.add(deleted ? node.asDeleted() : node);
                if (node.id().isUser()) {
                    users.add(node.id());
                }
            }
            tree = ShareTree.build("t", nodes);
            found = TreeLines.of(tree, lines::get, Set.of(), log);
            kept = new KeptUsage(found, laws);
        }

        /** Amounts are few and round, so that many tie. */
        void step() {
            if (users.isEmpty()) {
                return;
            }
            NodeId user = users.get(random.nextInt(users.size()));
            Line line = lines.computeIfAbsent(user, u -> new Line());
            log.changed(user);
            long rate = (1L + random.nextInt(3)) << 40;
            switch (random.nextInt(6)) {
                case 0 -> {
                    open.computeIfAbsent(user, u -> new ArrayList<>()).add(now);
                    line.add(laws, new Segment(now, Segment.OPEN, 1L << 40));
                }
                case 1 -> {
                    List<Long> runs = open.getOrDefault(user, List.of());
                    if (!runs.isEmpty()) {
                        long begun = runs.remove(runs.size() - 1);
                        line.add(laws, new Segment(begun, Segment.OPEN, -(1L << 40)));
                        line.add(laws, new Segment(begun, now + 1, 1L << 40));
                    }
                }
                case 2 -> line.add(laws, BigDecimal.valueOf(1000L * random.nextInt(-1, 4)), now);
                case 3 -> now += 1 + random.nextInt(100_000);
                default -> line.add(laws, new Segment(T0 - 3_600_000, T0, rate));
            }
            if (random.nextInt(200) == 0) {
                line.reset(laws, now);
            }
            now += 2;
        }

        void read() {
            assertThat(found.follow(lines::get)).isTrue();
            kept.read(now);
        }

        TreeUsage law() {
            return TreeUsage.of(tree, laws, lines::get, now);
        }
    }

    private static List<DecayLaws> laws() {
        return List.of(
                DecayLaws.of(DecayLaw.halfLife(7 * 86_400_000L)),
                DecayLaws.of(DecayLaw.none()),
                // Epochs of 64 s: several begin in each history.
                DecayLaws.of(DecayLaw.halfLife(1_000)),
                DecayLaws.of(DecayLaw.slurmTick(86_400_000L, 60_000, 0)),
                DecayLaws.of(new TreeMap<>(Map.of(
                        T0 - 1_800_000, DecayLaw.halfLife(3_600_000), T0 + 100_000, DecayLaw.halfLife(7_200_000)))));
    }

    @Test
    void ranksAreThoseOfTheLawAfterEveryStep() {
        int compared = 0;
        int unmoved = 0;
        for (FairTree.Ties ties : FairTree.Ties.values()) {
            for (DecayLaws laws : laws()) {
                for (int seed = 0; seed < TREES; seed++) {
                    History history = new History(seed, laws);
                    history.read();
                    FairTreeRanking ranking = new FairTreeRanking(history.tree, ties, history.kept);
                    Fairshare before = ranking.rank();
                    for (int step = 0; step < STEPS; step++) {
                        int at = step;
                        int of = seed;
                        List<List<Object>> values = numbers(before);
                        history.step();
                        history.read();
                        ranking.moved(history.kept, history.kept.moved(), history.kept.movedCount());
                        Fairshare ranked = ranking.rank();
                        assertThat(numbers(before)).as("a result is a value").isEqualTo(values);
                        unmoved += ranked.isRankedAs(before) ? 1 : 0;
                        before = ranked;
                        same(
                                ranked,
                                new FairTree(ties).evaluate(history.tree, history.law()),
                                () -> ties + ", " + laws + ", seed " + of + ", step " + at);
                        compared++;
                    }
                }
            }
        }
        assertThat(compared).isEqualTo(2 * 5 * TREES * STEPS);
        assertThat(unmoved).as("evaluations in which nothing moved").isGreaterThan(compared / 20);
    }

    private static void same(Fairshare kept, Fairshare law, Supplier<String> where) {
        ShareTree tree = law.tree();
        for (int node = 0; node < tree.size(); node++) {
            if (kept.rank(node) != law.rank(node)
                    || !same(kept.factor(node), law.factor(node))
                    || !same(kept.raw(node), law.raw(node))
                    || !same(kept.levelFs(node), law.levelFs(node))
                    || !same(kept.normShares(node), law.normShares(node))
                    || !same(kept.normUsage(node), law.normUsage(node))
                    || !same(kept.effectiveUsage(node), law.effectiveUsage(node))) {
                assertThat(numbers(kept, node))
                        .as(where.get() + ", " + tree.path(node))
                        .isEqualTo(numbers(law, node));
            }
        }
    }

    private static List<List<Object>> numbers(Fairshare of) {
        return IntStream.range(0, of.tree().size())
                .mapToObj(node -> numbers(of, node))
                .toList();
    }

    private static List<Object> numbers(Fairshare of, int node) {
        return List.of(
                of.rank(node),
                of.factor(node),
                of.raw(node),
                of.levelFs(node),
                of.normShares(node),
                of.normUsage(node),
                of.effectiveUsage(node));
    }

    private static boolean same(double a, double b) {
        return Double.compare(a, b) == 0;
    }
}
