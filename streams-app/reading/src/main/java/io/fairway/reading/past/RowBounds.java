package io.fairway.reading.past;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.reading.past.PastRows.Bounds;
import java.util.Arrays;
import java.util.Map;

/** The bounds of the usage of a tree's nodes, where it is recomputed from rows. */
public final class RowBounds {
    private final Bounds[] bounds;

    /** The bounds of a measure in a tree. What nodes that are gone used counts for whoever has it now. */
    public RowBounds(PastRows rows, Measure measure, ShareTree tree) {
        bounds = new Bounds[tree.size()];
        Arrays.fill(bounds, new Bounds(0, 0));
        Map<NodeId, Bounds> own = rows.bounds().getOrDefault(measure.name(), Map.of());
        own.forEach((id, of) -> {
            if (id.tree().equals(tree.tree())) {
                int found = tree.find(id);
                int node = found >= 0 ? found : tree.owner(id);
                if (node >= 0) {
                    bounds[node] = bounds[node].plus(of);
                }
            }
        });
        for (int node = tree.size() - 1; node > 0; node--) {
            bounds[tree.parent(node)] = bounds[tree.parent(node)].plus(bounds[node]);
        }
    }

    /** The least usage of a node and all below it, TRES-seconds. */
    public double least(int node) {
        return bounds[node].least();
    }

    /** The most usage of a node and all below it, TRES-seconds. */
    public double most(int node) {
        return bounds[node].most();
    }
}
