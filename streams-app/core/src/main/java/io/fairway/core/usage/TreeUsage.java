package io.fairway.core.usage;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import java.math.BigInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Usage of every node of a tree at one instant, summed from the lines of its users. An account's usage is the exact sum
 * of its users' and sub-accounts' usage, deleted users included.
 */
public final class TreeUsage implements UsageSnapshot {
    private final Numerator[] numerators;
    private final double unit;

    private TreeUsage(Numerator[] numerators, double unit) {
        this.numerators = numerators;
        this.unit = unit;
    }

    /**
     * Reads the lines of a tree.
     *
     * @param lines the line of a user association, null when it has none
     * @param now at or after the newest fact of every line
     */
    public static TreeUsage of(ShareTree tree, DecayLaws laws, Function<NodeId, @Nullable Line> lines, long now) {
        return of(TreeLines.of(tree, lines), laws, now);
    }

    /**
     * Reads the lines of a tree.
     *
     * @param now at or after the newest fact of every line
     */
    public static TreeUsage of(TreeLines lines, DecayLaws laws, long now) {
        ShareTree tree = lines.tree();
        Reading reading = new Reading(laws, now);
        Numerator[] numerators = new Numerator[tree.size()];
        for (int node = 0; node < numerators.length; node++) {
            Line line = lines.line(node);
            numerators[node] = line == null ? new Numerator() : reading.numerator(line);
        }
        for (TreeLines.Kept kept : lines.kept().values()) {
            numerators[kept.node()].add(reading.numerator(kept.line()));
        }
        for (int node = numerators.length - 1; node > 0; node--) {
            numerators[tree.parent(node)].add(numerators[node]);
        }
        return new TreeUsage(numerators, reading.unit());
    }

    @Override
    public double raw(int node) {
        return numerators[node].signum() <= 0 ? 0 : numerators[node].toDouble() * unit;
    }

    @Override
    public BigInteger exact(int node) {
        return numerators[node].signum() <= 0 ? BigInteger.ZERO : numerators[node].toBigInteger();
    }
}
