package io.fairway.bench.section;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.KeptUsage;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.LineLog;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.TreeLines;
import io.fairway.schedulers.slurm.fairtree.FairTree;
import io.fairway.schedulers.slurm.fairtree.FairTreeRanking;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/**
 * A tree as the application keeps it between evaluations, a quarter of a second apart: its lines change, a log says which, and
 * usage and order follow. Lines are charged ahead of the evaluations that are told of it, so that these can be measured alone.
 */
final class KeptKernel {
    private static final long CORE = 1L << 40;
    private static final long INTERVAL = 250;
    private static final int RUNNING_ONE_OF = 20;
    private static final long PAST = Duration.ofHours(1).toMillis();

    private final Random random = new Random(1);
    private final DecayLaws law;
    private final List<NodeId> users;
    private final Map<NodeId, Line> lines;
    /** Those who run a job, and when it started. */
    private final List<NodeId> running = new ArrayList<>();

    private final Map<NodeId, Long> starts = new HashMap<>();

    private final LineLog log = new LineLog();
    private final TreeLines found;
    private final KeptUsage usage;
    private final FairTreeRanking ranking;
    /** What the next evaluations are told, each in turn. */
    private final Deque<NodeId> changed = new ArrayDeque<>();

    private long now;

    /**
     * Everybody has usage.
     *
     * @param runs whether one user of twenty runs a job; else nobody does
     * @param now epoch milliseconds
     */
    KeptKernel(ShareTree tree, List<ShareNode> nodes, DecayLaws law, boolean runs, long now) {
        this.law = law;
        this.now = now;
        users = nodes.stream().map(ShareNode::id).filter(NodeId::isUser).toList();
        lines = HashMap.newHashMap(users.size());
        for (NodeId user : users) {
            Line line = new Line();
            line.add(law, ended(now));
            lines.put(user, line);
            if (runs && random.nextInt(RUNNING_ONE_OF) == 0) {
                begin(user);
            }
        }
        found = TreeLines.of(tree, lines::get, Set.of(), log);
        usage = new KeptUsage(found, law);
        usage.read(now);
        ranking = new FairTree(FairTree.Ties.SLURM).ranking(tree, usage);
        ranking.rank();
    }

    /** Jobs start and end by turns. */
    void startAndEnd(int changes) {
        for (int i = 0; i < changes; i++) {
            if (i % 2 == 0) {
                NodeId user = users.get(random.nextInt(users.size()));
                while (starts.containsKey(user)) {
                    user = users.get(random.nextInt(users.size()));
                }
                begin(user);
                changed.add(user);
            } else {
                Collections.swap(running, random.nextInt(running.size()), running.size() - 1);
                NodeId user = running.removeLast();
                end(user);
                changed.add(user);
            }
        }
    }

    /** Jobs of users come to be known that have ended. */
    void charge(int jobs) {
        for (int i = 0; i < jobs; i++) {
            NodeId user = users.get(random.nextInt(users.size()));
            line(user).add(law, ended(now));
            changed.add(user);
        }
    }

    /** Usage and order follow the next of the changes. */
    KeptUsage follow(int changes) {
        for (int i = 0; i < changes; i++) {
            log.changed(changed.remove());
        }
        if (!found.follow(lines::get)) {
            throw new IllegalStateException("the log of lines forgot " + changes + " changes: it must know more");
        }
        usage.read(now += INTERVAL);
        ranking.moved(usage, usage.moved(), usage.movedCount());
        return usage;
    }

    /** The ranks by what it followed. */
    Object rank() {
        return ranking.rank();
    }

    private Segment ended(long at) {
        long end = at - 1 - random.nextInt(1_000_000_000);
        return new Segment(end - 1 - random.nextInt(7_200_000), end, (1L + random.nextInt(64)) * CORE);
    }

    private void begin(NodeId user) {
        long start = now - 1 - random.nextLong(PAST);
        line(user).add(law, new Segment(start, Segment.OPEN, CORE));
        starts.put(user, start);
        running.add(user);
    }

    private void end(NodeId user) {
        long start = Objects.requireNonNull(starts.remove(user), "who ends a job runs one");
        line(user).add(law, new Segment(start, Segment.OPEN, -CORE));
        line(user).add(law, new Segment(start, now, CORE));
    }

    private Line line(NodeId user) {
        return Objects.requireNonNull(lines.get(user), "everybody has a line");
    }
}
