package io.fairway.core.usage;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The usage of a tree, kept from one reading to the next: the same numbers as {@link TreeUsage}, bit by bit.
 *
 * <ol>
 *   <li>A line that was not charged, and in which nothing runs, has the same numerator for a whole epoch. So a reading
 *       looks only at lines that run, and at those in the {@link LineLog}, and adds the difference to the accounts above.
 *       Sums of integers lose nothing by that.
 *   <li>Without a log that reaches back to the last reading, it looks which lines changed.
 *   <li>A reading in another epoch, before the last one, or under a law that is not the first reads every line: their
 *       numerators are rounded anew then.
 * </ol>
 *
 * <p>Each number is five words. Not for several threads.
 */
public final class KeptUsage implements UsageSnapshot {
    private static final int WORDS = Numerator.WORDS;

    private final TreeLines lines;
    private final ShareTree tree;
    private final DecayLaws laws;
    /** By node, the sum of its subtree. Of a user with one line, that is what the line was worth. */
    private final long[] sums;
    /** The sums as doubles, 0 if they are less. */
    private final double[] units;
    /** By node, {@link Line#changes} at the last reading. */
    private final int[] seen;
    /** By node, its line if no other line adds to the same sum. */
    private final @Nullable Line[] single;
    /** The nodes whose single lines run, and for each node whether it is among them. */
    private int[] running = new int[0];

    private int runningCount;
    private final boolean[] runs;

    /** The other lines, by the nodes that they were charged to, and the nodes that they add to. */
    private final Map<NodeId, Other> others = new LinkedHashMap<>();

    private final Set<Integer> shared = new HashSet<>();

    /** The nodes whose usage the last reading moved, in any order. */
    private final int[] moved;

    private int movedCount;
    private final int[] movedIn;
    private int reading;
    private final long[] difference = new long[WORDS];
    private long now = Long.MIN_VALUE;
    private long epoch;
    private double unit;
    /** The changes in the log up to here are read. */
    private long logged;

    /** A line that shares its node with other lines, or belongs to an account. */
    private static final class Other {
        private final int node;
        private final long[] worth = new long[WORDS];
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
        sums = new long[size * WORDS];
        units = new double[size];
        seen = new int[size];
        runs = new boolean[size];
        single = new @Nullable Line[size];
        moved = new int[size];
        movedIn = new int[size];
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
        reading++;
        movedCount = 0;
        if (all || log == null || !log.reachesBackTo(logged)) {
            readAll(by, all);
        } else {
            for (long number = logged; number < log.end(); number++) {
                readChanged(by, log.node(number));
            }
            running(node -> readSingle(by, node, Objects.requireNonNull(single[node], "a line that runs")));
            for (Other other : others.values()) {
                if (other.runs) {
                    readOther(by, other, false);
                }
            }
        }
        logged = log == null ? 0 : log.end();
        for (int i = 0; i < movedCount; i++) {
            Numerator sum = sum(moved[i]);
            units[moved[i]] = sum.signum() <= 0 ? 0 : sum.toDouble();
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
        running(node -> {});
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

    /** Goes over the nodes whose single lines run, and forgets those that no longer do. */
    private void running(IntConsumer action) {
        int left = 0;
        for (int i = 0; i < runningCount; i++) {
            int node = running[i];
            if (runs[node]) {
                action.accept(node);
                running[left++] = node;
            }
        }
        runningCount = left;
    }

    /** Reads the line of a node of the tree. */
    @SuppressWarnings("ReferenceEquality") // another line may have taken its place
    private void readOf(Reading by, int node, Line line, boolean anew) {
        if (!tree.isUser(node) || shared.contains(node)) {
            readOther(by, other(tree.id(node), line, node), anew);
        } else if (anew || runs[node] || single[node] != line || seen[node] != line.changes()) {
            single[node] = line;
            readSingle(by, node, line);
        }
    }

    private void readSingle(Reading by, int node, Line line) {
        boolean before = runs[node];
        seen[node] = line.changes();
        runs[node] = !line.first().rate().isZero();
        if (runs[node] && !before) {
            if (runningCount == running.length) {
                running = Arrays.copyOf(running, Math.max(16, 2 * runningCount));
            }
            running[runningCount++] = node;
        }
        by.numerator(line).write(difference, 0);
        subtract(difference, sums, node * WORDS);
        add(node);
    }

    private void readOther(Reading by, Other other, boolean anew) {
        if (anew || other.runs || other.seen != other.line.changes()) {
            other.seen = other.line.changes();
            other.runs = !other.line.first().rate().isZero();
            by.numerator(other.line).write(difference, 0);
            subtract(difference, other.worth, 0);
            add(difference, other.worth, 0);
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
                System.arraycopy(sums, node * WORDS, own.worth, 0, WORDS);
                own.seen = seen[node];
                own.runs = runs[node];
                single[node] = null;
                runs[node] = false;
                others.put(tree.id(node), own);
            }
        }
        Other known = others.computeIfAbsent(id, of -> new Other(line, node));
        if (known.line != line) {
            known.line = line;
            known.seen = line.changes() - 1;
        }
        return known;
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
        return units[node] * unit;
    }

    @Override
    public double units(int node) {
        return units[node];
    }

    @Override
    public double unit() {
        return unit;
    }

    @Override
    public BigInteger exact(int node) {
        Numerator sum = sum(node);
        return sum.signum() <= 0 ? BigInteger.ZERO : sum.toBigInteger();
    }

    private Numerator sum(int node) {
        return Numerator.read(sums, node * WORDS);
    }

    /** Adds the difference to a node and to all above it. */
    private void add(int node) {
        if ((difference[0] | difference[1] | difference[2] | difference[3] | difference[4]) == 0) {
            return;
        }
        for (int above = node; above >= 0; above = tree.parent(above)) {
            add(difference, sums, above * WORDS);
            if (movedIn[above] != reading) {
                movedIn[above] = reading;
                moved[movedCount++] = above;
            }
        }
    }

    /** {@code to += number}. */
    private static void add(long[] number, long[] to, int at) {
        long carry = 0;
        for (int i = 0; i < WORDS; i++) {
            long a = to[at + i];
            long sum = a + number[i] + carry;
            carry = ((a & number[i]) | ((a | number[i]) & ~sum)) >>> 63;
            to[at + i] = sum;
        }
    }

    /** {@code number -= by}. */
    private static void subtract(long[] number, long[] by, int at) {
        long borrow = 0;
        for (int i = 0; i < WORDS; i++) {
            long a = number[i];
            long b = by[at + i];
            long rest = a - b - borrow;
            borrow = ((~a & b) | ((~a | b) & rest)) >>> 63;
            number[i] = rest;
        }
    }
}
