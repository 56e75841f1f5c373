package io.fairway.core.usage;

import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The usage of a tree, kept from one reading to the next: the same numbers as {@link TreeUsage}, bit by bit.
 *
 * <ol>
 *   <li>A line that was not charged, and in which nothing runs, has the same numerator for a whole epoch. So a reading
 *       looks only at lines that changed or that run, and adds the difference to the accounts above. Sums of integers
 *       lose nothing by that.
 *   <li>A reading in another epoch, before the last one, or under a law that is not the first looks at every line: their
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
    /** By node, whether something runs in its line. */
    private final boolean[] runs;
    /** By node, its line if no other line adds to the same sum. */
    private final @Nullable Line[] single;
    /** The other lines. */
    private final List<Other> others = new ArrayList<>();

    /** The nodes whose usage the last reading moved, in any order. */
    private final int[] moved;

    private int movedCount;
    private final int[] movedIn;
    private int reading;
    private final long[] difference = new long[WORDS];
    private long now = Long.MIN_VALUE;
    private long epoch;
    private double unit;

    /** A line that shares its node with other lines, or belongs to an account. */
    private static final class Other {
        private final Line line;
        private final int node;
        private final long[] worth = new long[WORDS];
        private int seen;
        private boolean runs;

        Other(Line line, int node) {
            this.line = line;
            this.node = node;
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
        Set<Integer> shared = new HashSet<>();
        lines.kept().forEach(kept -> shared.add(kept.node()));
        for (int node = 0; node < size; node++) {
            Line line = lines.line(node);
            if (line != null && tree.isUser(node) && !shared.contains(node)) {
                single[node] = line;
            } else if (line != null) {
                others.add(new Other(line, node));
            }
        }
        lines.kept().forEach(kept -> others.add(new Other(kept.line(), kept.node())));
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
        now = at;
        epoch = in;
        unit = by.unit();
        reading++;
        movedCount = 0;
        for (int node = 0; node < single.length; node++) {
            Line line = single[node];
            if (line != null && (all || runs[node] || seen[node] != line.changes())) {
                seen[node] = line.changes();
                runs[node] = !line.first().rate().isZero();
                by.numerator(line).write(difference, 0);
                subtract(difference, sums, node * WORDS);
                add(node);
            }
        }
        for (Other other : others) {
            if (all || other.runs || other.seen != other.line.changes()) {
                other.seen = other.line.changes();
                other.runs = !other.line.first().rate().isZero();
                by.numerator(other.line).write(difference, 0);
                subtract(difference, other.worth, 0);
                add(difference, other.worth, 0);
                add(other.node);
            }
        }
        for (int i = 0; i < movedCount; i++) {
            Numerator sum = sum(moved[i]);
            units[moved[i]] = sum.signum() <= 0 ? 0 : sum.toDouble();
        }
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
