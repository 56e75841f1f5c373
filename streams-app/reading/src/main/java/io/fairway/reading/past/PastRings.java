package io.fairway.reading.past;

import io.fairway.core.ledger.Adjustment;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.usage.WindowDecay;
import io.fairway.core.usage.WindowRing;
import io.fairway.core.usage.Windowing;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.period.EndedJob;
import io.fairway.records.StoredNodes;
import io.fairway.records.StoredRecords;
import io.fairway.schemas.Keys;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * The fairshare windows of an earlier instant (Moab): those of now without what was charged since, and windows that were dropped since from
 * the jobs of their time. A row of a ring changes by jobs that began or ended in it, so it is exact where these jobs are kept.
 */
final class PastRings {
    private final DomainSnapshot now;
    private final PastJobs jobs;
    private final long at;
    private final List<Adjustment> adjustments = new ArrayList<>();

    private PastRings(DomainSnapshot now, PastJobs jobs, long at) {
        this.now = now;
        this.jobs = jobs;
        this.at = at;
        StateStores.forEach(now.stores().get(Stores.ADJUSTMENTS), Keys.domain(now.domain()), (key, bytes) -> {
            if (StoredRecords.isInEffect(bytes)) {
                adjustments.add(StoredRecords.adjustment(bytes));
            }
        });
    }

    /**
     * The rings of every measure that is kept in windows, as their store holds them; none of one whose windows are not known.
     *
     * @param past the nodes whose rings are those of then; the others have those of now
     */
    static NavigableMap<String, byte[]> of(DomainSnapshot now, PastJobs jobs, long at, Predicate<NodeId> past) {
        PastRings rings = new PastRings(now, jobs, at);
        NavigableMap<String, byte[]> stored = new TreeMap<>();
        for (Measure measure : now.measures()) {
            WindowDecay windows = now.statement(measure).windows();
            if (windows != null && at >= knownSince(now, windows.windowing())) {
                now.usage().rings(measure.name()).forEach((node, ring) -> {
                    WindowRing then = past.test(node) ? rings.then(measure, node, ring) : ring;
                    if (!then.isEmpty()) {
                        stored.put(
                                StoredNodes.usage(now.domain(), measure.name(), node), StateCodec.encode(then, false));
                    }
                });
            }
        }
        return stored;
    }

    private WindowRing then(Measure measure, NodeId node, WindowRing ring) {
        Windowing windowing = ring.windowing();
        long newest = windowing.index(at);
        WindowRing kept = new WindowRing(windowing);
        kept.add(ring);
        jobs.later(measure.name(), node).forEach(kept::add);
        adjust(measure, node, (amount, instant) -> {
            if (instant > at) {
                kept.add(amount.negate(), instant);
            }
        });
        long dropped = kept.newest() - windowing.depth();
        WindowRing then = WindowRing.restore(windowing, kept.rate(), newest);
        kept.forEachRow(then::restoreRow);
        if (newest - windowing.depth() < dropped) {
            WindowRing ofJobs = new WindowRing(windowing);
            jobs.inWindows(measure.name(), node).forEach(ofJobs::add);
            adjust(measure, node, (amount, instant) -> {
                if (instant <= at) {
                    ofJobs.add(amount, instant);
                }
            });
            ofJobs.advance(at);
            ofJobs.forEachRow((index, back, sum) -> {
                if (index <= dropped) {
                    then.restoreRow(index, back, sum);
                }
            });
        }
        return then;
    }

    /**
     * The instant from which on windows are known, epoch milliseconds: no job that began or ended in a window of it is forgotten.
     * The current windows are known in any case.
     */
    static long knownSince(DomainSnapshot now, Windowing windowing) {
        long first = windowing.nextBoundary(EndedJob.keptSince(now) - 1);
        long span = (windowing.depth() - 1) * windowing.intervalMillis();
        return Math.min(first + span, windowing.start(windowing.index(now.asOf())));
    }

    /** Adds corrections of an association. */
    private void adjust(Measure measure, NodeId node, BiConsumer<BigDecimal, Long> add) {
        if (!now.statement(measure).ofAssociations()) {
            return;
        }
        for (Adjustment adjustment : adjustments) {
            boolean concerns =
                    adjustment.measure().isEmpty() || adjustment.measure().equals(measure.name());
            for (Adjustment.Amount amount : concerns ? adjustment.amounts() : List.<Adjustment.Amount>of()) {
                if (amount.association().equals(node)) {
                    add.accept(amount.tresSeconds(), amount.at());
                }
            }
        }
    }
}
