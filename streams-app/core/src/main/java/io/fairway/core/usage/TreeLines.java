package io.fairway.core.usage;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a tree's nodes, by node number. One lookup serves every evaluation until a line is replaced or the tree
 * changes. The lines themselves may advance.
 */
public final class TreeLines {
    /** A deleted user's line, which an account keeps. */
    record Kept(Line line, int account) {}

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
            if (line != null && deleted.account() >= 0) {
                found.kept.add(new Kept(line, deleted.account()));
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
