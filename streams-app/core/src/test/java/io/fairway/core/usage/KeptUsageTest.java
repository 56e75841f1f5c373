package io.fairway.core.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Kept usage against the law, {@link TreeUsage} over lines that are looked up anew, while lines come, change, and are
 * replaced: those of users, of partitions with and without an association, of deleted users, of an account, and of
 * another tree.
 */
class KeptUsageTest {
    private static final long T0 = 1_700_000_000_000L;
    private static final long CORE = 1L << 40;
    private static final int HISTORIES = 300;
    private static final int STEPS = 80;

    private static final List<ShareNode> NODES = List.of(
            ShareNode.account("t", "a", null, 1, 0),
            ShareNode.account("t", "b", "a", 1, 0),
            ShareNode.user("t", "a", "ann", 1, 0),
            ShareNode.user("t", "b", "bob", 1, 0),
            new ShareNode(new NodeId("t", "b", "bob", "gpu"), null, 1, 0, 0, false),
            ShareNode.user("t", "b", "eve", 1, 0).asDeleted(),
            ShareNode.account("t", "c", "b", 1, 0).asDeleted(),
            ShareNode.user("t", "c", "fay", 1, 0).asDeleted());

    private static final List<NodeId> CHARGED = List.of(
            NodeId.ofUser("t", "a", "ann"),
            new NodeId("t", "a", "ann", "cpu"),
            new NodeId("t", "a", "ann", "gpu"),
            NodeId.ofUser("t", "b", "bob"),
            new NodeId("t", "b", "bob", "gpu"),
            new NodeId("t", "b", "bob", "cpu"),
            NodeId.ofUser("t", "b", "eve"),
            new NodeId("t", "b", "eve", "cpu"),
            NodeId.ofUser("t", "c", "fay"),
            NodeId.ofAccount("t", "a"),
            NodeId.ofUser("t", "b", "nobody"),
            NodeId.ofUser("other", "a", "ann"));

    @Test
    void isTheUsageOfTheLawWhateverHappensToLines() {
        DecayLaws laws = DecayLaws.of(DecayLaw.halfLife(3_600_000));
        int lost = 0;
        for (int seed = 0; seed < HISTORIES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            LineLog log = new LineLog(random.nextInt(2) == 0 ? 4 : 1024);
            ShareTree tree = ShareTree.build("t", NODES);
            Map<NodeId, Line> lines = new HashMap<>();
            Set<NodeId> partitions = new HashSet<>();
            TreeLines found = TreeLines.of(tree, lines::get, partitions, log);
            KeptUsage kept = new KeptUsage(found, laws);
            long now = T0;
            for (int step = 0; step < STEPS; step++) {
                now += random.nextInt(3) * 1_000L;
                // Sometimes more happens than the small log knows.
                for (int changes = random.nextInt(random.nextInt(10) == 0 ? 12 : 3); changes > 0; changes--) {
                    change(random, laws, lines, partitions, log, now);
                }
                if (!found.follow(lines::get)) {
                    found = TreeLines.of(tree, lines::get, partitions, log);
                    kept = new KeptUsage(found, laws);
                    lost++;
                }
                if (random.nextInt(4) > 0) { // Another reader of the same lines may have followed.
                    kept.read(now);
                    same(tree, kept, TreeUsage.of(TreeLines.of(tree, lines::get, partitions), laws, now), seed, step);
                }
            }
        }
        assertThat(lost).as("logs that did not reach back").isBetween(HISTORIES, HISTORIES * STEPS / 10);
    }

    /** Rates of one and of several words, and also less than nothing, under every kind of law. */
    @Test
    void isTheUsageOfTheLawWhateverRuns() {
        List<DecayLaw> laws = List.of(
                DecayLaw.halfLife(7 * 86_400_000L),
                DecayLaw.halfLife(1_000), // An epoch ends every 64 s.
                DecayLaw.none(),
                DecayLaw.slurmTick(86_400_000L, 60_000, 0),
                DecayLaw.tenthLife(18_000_000),
                DecayLaw.tenthLifeSteps(18_000_000, 60_000, 0));
        int wide = 0;
        for (int seed = 0; seed < HISTORIES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            DecayLaws law = DecayLaws.of(laws.get(seed % laws.size()));
            LineLog log = new LineLog();
            ShareTree tree = ShareTree.build("t", NODES);
            Map<NodeId, Line> lines = new HashMap<>();
            TreeLines found = TreeLines.of(tree, lines::get, Set.of(), log);
            KeptUsage kept = new KeptUsage(found, law);
            long now = T0;
            for (int step = 0; step < STEPS; step++) {
                now += random.nextInt(4) * (long) random.nextInt(10_000);
                if (random.nextInt(3) == 0) {
                    NodeId node = CHARGED.get(random.nextInt(random.nextInt(5) == 0 ? CHARGED.size() : 4));
                    Line line = lines.computeIfAbsent(node, id -> new Line());
                    log.changed(node);
                    long rate = random.nextInt(3) == 0 ? 1L << 62 : random.nextLong(-CORE, 100 * CORE);
                    line.add(law, new Segment(now, Segment.OPEN, rate));
                    wide += line.rate().fitsLong() ? 0 : 1;
                }
                assertThat(found.follow(lines::get)).isTrue();
                kept.read(now);
                same(tree, kept, TreeUsage.of(TreeLines.of(tree, lines::get, lines.keySet()), law, now), seed, step);
            }
        }
        assertThat(wide).as("changes to rates of several words").isGreaterThan(HISTORIES);
    }

    private static void change(
            SplittableRandom random,
            DecayLaws laws,
            Map<NodeId, Line> lines,
            Set<NodeId> partitions,
            LineLog log,
            long now) {
        NodeId node = CHARGED.get(random.nextInt(CHARGED.size()));
        Line known = lines.get(node);
        if (known == null || random.nextInt(10) == 0) {
            lines.put(node, known == null ? new Line() : known.copy());
            if (!node.partition().isEmpty()) {
                partitions.add(node);
            }
        }
        Line line = lines.getOrDefault(node, new Line());
        long rate = CORE * (1 + random.nextInt(8));
        switch (random.nextInt(4)) {
            case 0 -> line.add(laws, new Segment(now, Segment.OPEN, CORE));
            case 1 -> line.add(laws, new Segment(now - 5_000, Segment.OPEN, -CORE));
            case 2 -> line.reset(laws, now);
            default -> line.add(laws, new Segment(now - 60_000, now, rate));
        }
        log.changed(node);
    }

    private static void same(ShareTree tree, KeptUsage kept, TreeUsage law, int seed, int step) {
        List<Object> expected = new ArrayList<>();
        List<Object> actual = new ArrayList<>();
        for (int node = 0; node < tree.size(); node++) {
            expected.add(List.of(law.raw(node), law.exact(node)));
            actual.add(List.of(kept.raw(node), kept.exact(node)));
        }
        assertThat(actual).as("seed %d, step %d", seed, step).isEqualTo(expected);
    }
}
