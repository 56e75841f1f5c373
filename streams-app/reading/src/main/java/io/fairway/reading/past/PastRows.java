package io.fairway.reading.past;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.stored.StoredLine;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.Line;
import io.fairway.engine.store.Stores;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.MapStore;
import io.fairway.records.StoredNodes;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A domain at an instant of which jobs are forgotten, or before a reset of usage: its shares and policies, and usage that is recomputed from rows of hours and days.
 * Which jobs waited or ran then is not known: the reading has none.
 *
 * @param snapshot the domain; places of associations and factors are those of usage that is spread evenly over its rows
 * @param bounds by measure, then by association: between which bounds the usage is
 * @param rowLength of the rows that hold the instant, milliseconds
 * @param knownSince the first day whose rows are kept, epoch milliseconds
 * @param jobsUnknown why it has no jobs
 */
public record PastRows(
        DomainSnapshot snapshot,
        Map<String, Map<NodeId, Bounds>> bounds,
        long rowLength,
        long knownSince,
        String jobsUnknown) {
    /** Usage between two bounds, TRES-seconds. */
    public record Bounds(double least, double most) {
        /** The bounds of both together. */
        public Bounds plus(Bounds other) {
            return new Bounds(least + other.least, most + other.most);
        }
    }

    /**
     * Reads the domain.
     *
     * @param at epoch milliseconds, not later than the reading
     * @throws PastUnknownException if something of that instant is not known
     */
    public static PastRows at(DomainSnapshot now, long at) {
        return PastReadings.of(now).rows(at, () -> now.inTurn(() -> read(now, at)));
    }

    private static PastRows read(DomainSnapshot now, long at) {
        NavigableMap<String, byte[]> shares = PastShares.of(now, at);
        NavigableMap<String, byte[]> lines = new TreeMap<>();
        Map<String, Map<NodeId, Bounds>> bounds = new HashMap<>();
        for (Measure measure : now.measures()) {
            if (!PastUsage.isKept(now, measure)) {
                continue;
            }
            PastUsage usage = PastUsage.of(now, measure, at);
            Map<NodeId, Bounds> own = new HashMap<>();
            for (NodeId node : now.charged(measure)) {
                PastUsage.Decayed decayed = usage.of(node);
                decayed.line().prune(measure.laws(), at);
                if (!decayed.line().isEmpty()) {
                    own.put(node, new Bounds(decayed.least(), decayed.most()));
                    lines.put(
                            StoredNodes.usage(now.domain(), measure.name(), node),
                            StoredLine.of(decayed.line()).bytes());
                }
            }
            bounds.put(measure.name(), own);
        }
        DomainSnapshot then = now.with(
                Map.of(
                        Stores.ACTIVE_JOBS, new MapStore(new TreeMap<>()),
                        Stores.SHARES, new MapStore(shares),
                        Stores.LINES, new MapStore(lines),
                        Stores.RINGS, new MapStore(new TreeMap<>())),
                at);
        return new PastRows(
                then,
                bounds,
                PastUsage.rowLength(now, at),
                PastUsage.keptSince(now),
                PastDomain.knowsJobs(now, at) ? "usage was reset since" : "jobs that ended since are forgotten");
    }

    /** The part, 0 to 1, of usage of the first kept day that was left at the instant: so much of older usage is missing at most. */
    public double leftOfEarlier(Measure measure) {
        DecayLaws laws = measure.laws();
        Line line = new Line();
        line.add(laws, BigDecimal.ONE, knownSince);
        return line.usage(laws, snapshot.asOf());
    }
}
