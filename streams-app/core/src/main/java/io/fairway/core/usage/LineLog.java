package io.fairway.core.usage;

import io.fairway.core.model.NodeId;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The nodes whose lines changed, came or were replaced, in this order. Whoever keeps a reading of many lines looks at
 * these only. It knows the last ones: whoever comes later has to look at all lines.
 *
 * <p>Not for several threads.
 */
public final class LineLog {
    /** About as many as change between two evaluations under full load. */
    private static final int MOST = 16_384;

    private static final int FEW = 16;

    private final int most;
    /** The node with number n is at n modulo the length. */
    private @Nullable NodeId[] nodes;

    private long end;

    /** An empty log. */
    public LineLog() {
        this(MOST);
    }

    /** @param most how many nodes it knows, a power of 2 */
    LineLog(int most) {
        this.most = most;
        nodes = new @Nullable NodeId[Math.min(FEW, most)];
    }

    /** A line changed, came or took the place of another. */
    public void changed(NodeId node) {
        if (end >= nodes.length && nodes.length < most) {
            @Nullable NodeId[] old = nodes;
            nodes = Arrays.copyOf(old, 2 * old.length);
            for (long i = end - old.length; i < end; i++) {
                nodes[(int) (i % nodes.length)] = old[(int) (i % old.length)];
            }
        }
        nodes[(int) (end % nodes.length)] = node;
        end++;
    }

    /** The number of the next change. */
    long end() {
        return end;
    }

    /** Whether it knows all changes from a number on. */
    boolean reachesBackTo(long number) {
        return number >= end - nodes.length;
    }

    /** The node of a change that it knows. */
    NodeId node(long number) {
        return Objects.requireNonNull(nodes[(int) (number % nodes.length)], "a change that is known");
    }
}
