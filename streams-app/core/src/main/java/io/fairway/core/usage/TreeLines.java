package io.fairway.core.usage;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a tree's nodes, by node number. One lookup serves every evaluation until the tree changes. The lines
 * themselves may advance. With a {@link LineLog}, lines may come and be replaced, too: {@link #follow}.
 */
public final class TreeLines {
    /**
     * A line that another node has: that of a deleted user its account, that of a partition without an association of its
     * own the user's association.
     */
    record Kept(Line line, int node) {}

    private final ShareTree tree;
    private final @Nullable LineLog log;
    private final @Nullable Line[] lines;
    private final Map<NodeId, Kept> kept = new LinkedHashMap<>();
    /** The changes in the log up to here are known. */
    private long followed;

    private TreeLines(ShareTree tree, @Nullable LineLog log) {
        this.tree = tree;
        this.log = log;
        lines = new @Nullable Line[tree.size()];
        followed = log == null ? 0 : log.end();
    }

    /**
     * Looks up the lines of a tree.
     *
     * @param lines the line of a user association, null when it has none
     */
    public static TreeLines of(ShareTree tree, Function<NodeId, @Nullable Line> lines) {
        return find(tree, lines, null);
    }

    /**
     * The same, with lines of partitions. Where a partition has no association of its own, its lines add to those of the
     * user.
     *
     * @param partitions the nodes of a partition that have lines, in any tree
     */
    public static TreeLines of(ShareTree tree, Function<NodeId, @Nullable Line> lines, Collection<NodeId> partitions) {
        return of(tree, lines, partitions, null);
    }

    /**
     * The same, which can {@link #follow} what changes.
     *
     * @param log of these lines
     */
    public static TreeLines of(
            ShareTree tree,
            Function<NodeId, @Nullable Line> lines,
            Collection<NodeId> partitions,
            @Nullable LineLog log) {
        TreeLines found = find(tree, lines, log);
        for (NodeId id : partitions) {
            if (id.tree().equals(tree.tree()) && tree.find(id) < 0) {
                found.put(id, lines.apply(id));
            }
        }
        return found;
    }

    private static TreeLines find(ShareTree tree, Function<NodeId, @Nullable Line> lines, @Nullable LineLog log) {
        TreeLines found = new TreeLines(tree, log);
        for (int node = 0; node < found.lines.length; node++) {
            found.lines[node] = lines.apply(tree.id(node));
        }
        for (ShareTree.Deleted deleted : tree.deleted()) {
            found.put(deleted.id(), lines.apply(deleted.id()));
        }
        return found;
    }

    /**
     * Takes the lines that came or were replaced.
     *
     * @param now the line of a node
     * @return false if the log does not reach back so far, and all lines have to be looked up again
     */
    public boolean follow(Function<NodeId, @Nullable Line> now) {
        if (log == null || !log.reachesBackTo(followed)) {
            return false;
        }
        for (; followed < log.end(); followed++) {
            NodeId id = log.node(followed);
            if (id.tree().equals(tree.tree())) {
                put(id, now.apply(id));
            }
        }
        return true;
    }

    private void put(NodeId id, @Nullable Line line) {
        int node = tree.find(id);
        if (node >= 0) {
            lines[node] = line;
        } else if (line != null) {
            int owner = tree.owner(id);
            if (owner >= 0) {
                kept.put(id, new Kept(line, owner));
            }
        }
    }

    /** The tree that these lines belong to. */
    public ShareTree tree() {
        return tree;
    }

    @Nullable
    LineLog log() {
        return log;
    }

    @Nullable
    Line line(int node) {
        return lines[node];
    }

    /** The lines that other nodes have, by the nodes that they were charged to. */
    Map<NodeId, Kept> kept() {
        return kept;
    }
}
