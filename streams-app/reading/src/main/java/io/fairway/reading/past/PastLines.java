package io.fairway.reading.past;

import io.fairway.core.ledger.Adjustment;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.stored.StoredLine;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Use;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.reading.DomainSnapshot;
import io.fairway.records.StoredNodes;
import io.fairway.records.StoredRecords;
import io.fairway.schemas.Keys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The lines of an earlier instant: those of now, without what was charged since. Lines are exact sums, so what is taken away leaves
 * what was there.
 */
final class PastLines {
    private PastLines() {}

    /**
     * The lines of every measure that is kept in lines, as their store holds them; those without usage are left out.
     *
     * @param past the nodes whose lines are those of then; the others have those of now
     */
    static NavigableMap<String, byte[]> of(DomainSnapshot now, PastJobs jobs, long at, Predicate<NodeId> past) {
        List<Adjustment> adjustments = laterAdjustments(now, at);
        NavigableMap<String, byte[]> lines = new TreeMap<>();
        for (Measure measure : now.measures()) {
            if (now.statement(measure).windows() != null) {
                continue;
            }
            for (NodeId node : now.charged(measure)) {
                Line line = now.usage().line(measure.name(), node);
                if (line == null) {
                    continue;
                }
                Line then = !past.test(node)
                        ? line
                        : then(line, measure, node, jobs.later(measure.name(), node), adjustments, at);
                if (!then.isEmpty()) {
                    lines.put(
                            StoredNodes.usage(now.domain(), measure.name(), node),
                            StoredLine.of(then).bytes());
                }
            }
        }
        return lines;
    }

    private static Line then(
            Line line, Measure measure, NodeId node, List<Use> later, List<Adjustment> adjustments, long at) {
        if (line.since() > at) {
            throw new PastUnknownException(
                    "usage was reset at " + Instant.ofEpochMilli(line.since()) + "; what was before is not kept");
        }
        Line then = line.copy();
        later.forEach(use -> then.add(measure.laws(), use));
        for (Adjustment adjustment : adjustments) {
            if (adjustment.measure().isEmpty() || adjustment.measure().equals(measure.name())) {
                for (Adjustment.Amount amount : adjustment.amounts()) {
                    if (amount.association().equals(node)) {
                        then.add(measure.laws(), amount.tresSeconds().negate(), amount.at());
                    }
                }
            }
        }
        then.prune(measure.laws(), at);
        return then;
    }

    private static List<Adjustment> laterAdjustments(DomainSnapshot now, long at) {
        List<Adjustment> later = new ArrayList<>();
        StateStores.forEach(now.stores().get(Stores.ADJUSTMENTS), Keys.domain(now.domain()), (key, bytes) -> {
            Adjustment adjustment = StoredRecords.adjustment(bytes);
            if (StoredRecords.isInEffect(bytes) && adjustment.at() > at) {
                later.add(adjustment);
            }
        });
        return later;
    }
}
