package io.fairway.core.usage;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a tree's nodes, by node number. One lookup serves every evaluation until a line is replaced or the tree
 * changes. The lines themselves may advance.
 */
public final class TreeLines {
    /**
     * A line that another node has: that of a deleted user its account, that of a partition without an association of its
     * own the user's association.
     */
    record Kept(Line line, int node) {}

    private final ShareTree tree;
    private final @Nullable Line[] lines;
    private final List<Kept> kept = new ArrayList<>();

    private TreeLines(ShareTree tree) {
        this.tree = tree;
        lines = new @Nullable Line[tree.size()];
    }

    /**
     * Looks up the lines of a tree.
     *
     * @param lines the line of a user association, null when it has none
     */
    public static TreeLines of(ShareTree tree, Function<NodeId, @Nullable Line> lines) {
        TreeLines found = new TreeLines(tree);
        for (int node = 0; node < found.lines.length; node++) {
            found.lines[node] = lines.apply(tree.id(node));
        }
        for (ShareTree.Deleted deleted : tree.deleted()) {
            Line line = lines.apply(deleted.id());
            int owner = deleted.id().partition().isEmpty() ? deleted.account() : tree.owner(deleted.id());
            if (line != null && owner >= 0) {
                found.kept.add(new Kept(line, owner));
            }
        }
        return found;
    }

    /**
     * The same, with lines of partitions. Where a partition has no association of its own, its lines add to those of the
     * user.
     *
     * @param partitions the nodes of a partition that have lines, in any tree
     */
    public static TreeLines of(ShareTree tree, Function<NodeId, @Nullable Line> lines, Collection<NodeId> partitions) {
        TreeLines found = of(tree, lines);
        if (partitions.isEmpty()) {
            return found;
        }
        Set<NodeId> deleted = new HashSet<>();
        tree.deleted().forEach(each -> deleted.add(each.id()));
        for (NodeId id : partitions) {
            if (id.tree().equals(tree.tree()) && tree.find(id) < 0 && !deleted.contains(id)) {
                Line line = lines.apply(id);
                int owner = tree.owner(id);
                if (line != null && owner >= 0) {
                    found.kept.add(new Kept(line, owner));
                }
            }
        }
        return found;
    }

    /** The tree that these lines belong to. */
    public ShareTree tree() {
        return tree;
    }

    @Nullable
    Line line(int node) {
        return lines[node];
    }

    List<Kept> kept() {
        return kept;
    }
}
