package io.fairway.core.usage;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.PagedDoubles;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The usage of a tree, kept from one reading to the next: the same numbers as {@link TreeUsage}, bit by bit.
 *
 * <ol>
 *   <li>A line that was not charged, and in which nothing runs, has the same numerator for a whole epoch. One that runs gains
 *       its rate times the difference of the weights of two instants. So a reading looks only at the rates that run, and at
 *       the lines in the {@link LineLog}, and adds what is new to the accounts above. Sums of integers lose nothing by that.
 *   <li>Without a log that reaches back to the last reading, it looks which lines changed.
 *   <li>A reading in another epoch, before the last one, or under a law that is not the first reads every line: their
 *       numerators are rounded anew then.
 * </ol>
 *
 * <p>Each number is five words, in columns by node: nobody waits for a line that did not change. Not for several threads.
 */
public final class KeptUsage implements UsageSnapshot {
    private final TreeLines lines;
    private final ShareTree tree;
    private final DecayLaws laws;
    /** By node, the sum of its subtree. Of a user with one line, that is what the line was worth. */
    private final Sums sums;
    /** The sums as doubles, 0 if they are less. */
    private final PagedDoubles units;
    /** By node, {@link Line#changes} at the last reading. */
    private final int[] seen;
    /** By node, its line if no other line adds to the same sum. */
    private final @Nullable Line[] single;
    /** The nodes whose single lines run. */
    private final RunningLines running;

    /** The other lines, by the nodes that they were charged to, and the nodes that they add to. */
    private final Map<NodeId, Other> others = new LinkedHashMap<>();

    private final Set<Integer> shared = new HashSet<>();

    /** The nodes whose usage the last reading moved, in any order. */
    private int[] moved = new int[16];

    private int movedCount;
    private final boolean[] isMoved;
    private final long[] difference = new long[Numerator.WORDS];
    private long now = Long.MIN_VALUE;
    private long epoch;
    private double unit;
    /** The weight of a run at the last reading. */
    private long weightHigh;

    private long weightLow;
    /** The changes in the log up to here are read. */
    private long logged;

    /** A line that shares its node with other lines, or belongs to an account. */
    private static final class Other {
        private final int node;
        private final long[] worth = new long[Numerator.WORDS];
        private Line line;
        private int seen;
        private boolean runs;

        Other(Line line, int node) {
            this.line = line;
            this.node = node;
            seen = line.changes() - 1;
        }
    }

    /** The usage of these lines, not read yet. */
    public KeptUsage(TreeLines lines, DecayLaws laws) {
        this.lines = lines;
        this.laws = laws;
        tree = lines.tree();
        int size = tree.size();
        sums = new Sums(size);
        units = new PagedDoubles(size);
        seen = new int[size];
        running = new RunningLines(size);
        single = new @Nullable Line[size];
        isMoved = new boolean[size];
    }

    /** Whether it is about these lines and laws. */
    @SuppressWarnings("ReferenceEquality") // the same object is the same shape, so no comparison is needed
    public boolean isOf(TreeLines otherLines, DecayLaws otherLaws) {
        return lines == otherLines && (laws == otherLaws || laws.equals(otherLaws));
    }

    /**
     * Reads the lines at an instant. {@link #moved} then has the nodes whose usage differs from the last reading.
     *
     * @param at epoch milliseconds, at or after the newest fact of every line
     */
    public void read(long at) {
        Reading by = new Reading(laws, at);
        int law = laws.index(at);
        long in = laws.law(law).epoch(laws.reading(law, at));
        boolean all = now == Long.MIN_VALUE || at < now || law > 0 || in != epoch;
        LineLog log = lines.log();
        now = at;
        epoch = in;
        unit = by.unit();
        forgetMoved();
        if (all || log == null || !log.reachesBackTo(logged)) {
            readAll(by, all);
        } else {
            advance(by);
            for (long number = logged; number < log.end(); number++) {
                readChanged(by, log.node(number));
            }
            for (Other other : others.values()) {
                if (other.runs) {
                    readOther(by, other, false);
                }
            }
        }
        logged = log == null ? 0 : log.end();
        weightHigh = by.weight().runHigh();
        weightLow = by.weight().runLow();
        for (int i = 0; i < movedCount; i++) {
            units.set(moved[i], sums.positive(moved[i]));
        }
    }

    private void forgetMoved() {
        for (int i = 0; i < movedCount; i++) {
            isMoved[moved[i]] = false;
        }
        movedCount = 0;
    }

    /** Adds what runs have used since the last reading, which was in the same epoch of the first law. */
    private void advance(Reading by) {
        long low = by.weight().runLow() - weightLow;
        long borrow = Long.compareUnsigned(by.weight().runLow(), weightLow) < 0 ? 1 : 0;
        long high = by.weight().runHigh() - weightHigh - borrow;
        if ((low | high) == 0) {
            return;
        }
        for (int i = 0; i < running.count(); i++) {
            Sums.product(running.rate(i), high, low, difference);
            add(running.node(i));
        }
    }

    /** @param anew whether also lines that did not change */
    private void readAll(Reading by, boolean anew) {
        lines.kept().forEach((id, kept) -> readOther(by, other(id, kept.line(), kept.node()), anew));
        for (int node = 0; node < single.length; node++) {
            Line line = lines.line(node);
            if (line != null) {
                readOf(by, node, line, anew);
            }
        }
    }

    private void readChanged(Reading by, NodeId id) {
        int node = id.tree().equals(tree.tree()) ? tree.find(id) : -1;
        Line line = node < 0 ? null : lines.line(node);
        TreeLines.Kept kept = node < 0 ? lines.kept().get(id) : null;
        if (line != null) {
            readOf(by, node, line, false);
        } else if (kept != null) {
            readOther(by, other(id, kept.line(), kept.node()), false);
        }
    }

    /** Reads the line of a node of the tree. */
    @SuppressWarnings("ReferenceEquality") // another line may have taken its place
    private void readOf(Reading by, int node, Line line, boolean anew) {
        boolean alone = tree.isUser(node) && !shared.contains(node);
        if (!alone || !line.first().rate().fitsLong()) {
            readOther(by, other(tree.id(node), line, node), anew);
        } else if (anew || running.contains(node) || single[node] != line || seen[node] != line.changes()) {
            single[node] = line;
            readSingle(by, node, line);
        }
    }

    private void readSingle(Reading by, int node, Line line) {
        seen[node] = line.changes();
        Int256 rate = line.first().rate();
        if (rate.isZero()) {
            running.remove(node);
        } else {
            running.put(node, rate.lo());
        }
        by.numerator(line).write(difference, 0);
        sums.subtractFrom(difference, node);
        add(node);
    }

    private void readOther(Reading by, Other other, boolean anew) {
        if (anew || other.runs || other.seen != other.line.changes()) {
            other.seen = other.line.changes();
            other.runs = !other.line.first().rate().isZero();
            by.numerator(other.line).write(difference, 0);
            Sums.subtract(difference, other.worth, 0);
            Sums.add(difference, other.worth, 0);
            add(other.node);
        }
    }

    /** The line that was charged to a node, as one of those that share a node. */
    @SuppressWarnings("ReferenceEquality") // another line may have taken its place
    private Other other(NodeId id, Line line, int node) {
        if (tree.isUser(node) && shared.add(node)) {
            Line alone = single[node];
            if (alone != null) {
                Other own = new Other(alone, node);
                sums.copy(node, own.worth);
                own.seen = seen[node];
                own.runs = running.contains(node);
                single[node] = null;
                running.remove(node);
                others.put(tree.id(node), own);
            }
        }
        Other other = others.computeIfAbsent(id, of -> new Other(line, node));
        if (other.line != line) {
            other.line = line;
            other.seen = line.changes() - 1;
        }
        return other;
    }

    /** How many nodes the last reading moved. */
    public int movedCount() {
        return movedCount;
    }

    /** The nodes that the last reading moved: the first {@link #movedCount} of them. */
    public int[] moved() {
        return moved;
    }

    @Override
    public double raw(int node) {
        return units.get(node) * unit;
    }

    @Override
    public double units(int node) {
        return units.get(node);
    }

    @Override
    public PagedDoubles allUnits(int size) {
        return units.copy();
    }

    @Override
    public double unit() {
        return unit;
    }

    @Override
    public BigInteger exact(int node) {
        Numerator sum = sums.get(node);
        return sum.signum() <= 0 ? BigInteger.ZERO : sum.toBigInteger();
    }

    /** Adds the difference to a node and to all above it. */
    private void add(int node) {
        if ((difference[0] | difference[1] | difference[2] | difference[3] | difference[4]) == 0) {
            return;
        }
        for (int above = node; above >= 0; above = tree.parent(above)) {
            sums.add(difference, above);
            move(above);
        }
    }

    private void move(int node) {
        if (!isMoved[node]) {
            isMoved[node] = true;
            if (movedCount == moved.length) {
                moved = Arrays.copyOf(moved, 2 * movedCount);
            }
            moved[movedCount++] = node;
        }
    }
}
