package io.fairway.api.query;

import io.fairway.api.answer.FairshareListJson;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.WindowRow;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import io.fairway.reading.past.PastRows;
import io.fairway.reading.past.PastRows.Bounds;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bounds of the usage of a tree's nodes, where it is recomputed from rows. */
final class FairshareFromRows {
    private final PastRows rows;
    private final Measure measure;
    private final Bounds[] bounds;

    private FairshareFromRows(PastRows rows, Measure measure, ShareTree tree) {
        this.rows = rows;
        this.measure = measure;
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

    /** The bounds of a view; null if its usage is known. */
    static @Nullable FairshareFromRows of(DomainView view, NamedPolicy policy, ShareTree tree) {
        PastRows rows = view.rows();
        return rows == null ? null : new FairshareFromRows(rows, UsageAnswers.measureOf(view, policy), tree);
    }

    double least(int node) {
        return bounds[node].least();
    }

    double most(int node) {
        return bounds[node].most();
    }

    /** What the answer says of the rows. */
    FairshareListJson.Rows told() {
        return new FairshareListJson.Rows(
                rows.rowLength() == WindowRow.HOUR ? "hour" : "day",
                measure.name(),
                Instant.ofEpochMilli(rows.knownSince()),
                rows.leftOfEarlier(measure),
                "waiting and running jobs and their places, because " + rows.jobsUnknown());
    }
}
