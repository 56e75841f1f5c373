package io.fairway.reading.past;

import io.fairway.core.ledger.Adjustment;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Int256;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.WindowRow;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.period.UsageRows;
import io.fairway.records.StoredRecords;
import io.fairway.schemas.Keys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/**
 * Decayed usage at an earlier instant, recomputed from the rows of hours (35 days) and days of UTC (800 days). Corrections and resets are
 * exact: they are kept by themselves, and no row holds them. Usage of a row in which rates changed counts as spread evenly over the row.
 */
public final class PastUsage {
    private final DomainSnapshot now;
    private final Measure measure;
    private final long at;
    private final List<Adjustment> adjustments = new ArrayList<>();

    private PastUsage(DomainSnapshot now, Measure measure, long at) {
        this.now = now;
        this.measure = measure;
        this.at = at;
        StateStores.forEach(now.stores().get(Stores.ADJUSTMENTS), Keys.domain(now.domain()), (key, bytes) -> {
            Adjustment adjustment = StoredRecords.adjustment(bytes);
            boolean concerns =
                    adjustment.measure().isEmpty() || adjustment.measure().equals(measure.name());
            if (concerns && StoredRecords.isInEffect(bytes) && adjustment.at() <= at) {
                adjustments.add(adjustment);
            }
        });
    }

    /**
     * Usage at the instant, TRES-seconds.
     *
     * @param line the usage as a line; it is valid at the instant alone, because nothing runs on in it
     * @param least if all usage of each row in which rates changed was at its beginning
     * @param most if all of it was at its end
     */
    public record Decayed(Line line, double value, double least, double most) {}

    /**
     * A reading of one measure.
     *
     * @param at epoch milliseconds, not later than the reading
     * @throws PastUnknownException if rows of that instant are not kept, or the measure has none
     */
    public static PastUsage of(DomainSnapshot now, Measure measure, long at) {
        if (!isKept(now, measure)) {
            throw new PastUnknownException(
                    "measure " + measure.name() + " (" + measure.kind() + ") is not kept by hour and day");
        }
        long kept = keptSince(now);
        if (at < kept) {
            throw new PastUnknownException(
                    "is before " + Instant.ofEpochMilli(kept) + ", from which on usage by day is kept");
        }
        return new PastUsage(now, measure, at);
    }

    /** Whether usage of a measure is kept by hour and day. */
    public static boolean isKept(DomainSnapshot now, Measure measure) {
        return measure.kind().accumulates() && now.statement(measure).windows() == null;
    }

    /** The first day whose rows are kept, epoch milliseconds. */
    static long keptSince(DomainSnapshot now) {
        return UsageRows.keptSince(Stores.DAYS, now.asOf());
    }

    /** The length of the rows that hold an instant, milliseconds: an hour or a day. */
    static long rowLength(DomainSnapshot now, long at) {
        return at < UsageRows.keptSince(Stores.HOURS, now.asOf()) ? WindowRow.DAY : WindowRow.HOUR;
    }

    /** The usage of an association. */
    public Decayed of(NodeId node) {
        SpreadRows spread = new SpreadRows(measure.laws(), since(node), at);
        UsageRows rows = UsageRows.of(now, measure, node);
        long change = Math.min(UsageRows.keptSince(Stores.HOURS, now.asOf()), WindowRow.start(at, WindowRow.DAY));
        read(rows, keptSince(now), change, WindowRow.DAY, spread);
        read(rows, change, at, rowLength(now, at), spread);
        for (Adjustment adjustment : adjustments) {
            for (Adjustment.Amount amount : adjustment.amounts()) {
                if (amount.association().equals(node)) {
                    spread.exactly(amount.tresSeconds(), amount.at());
                }
            }
        }
        return spread.decayed();
    }

    private void read(UsageRows rows, long begin, long end, long length, SpreadRows spread) {
        Int256 rate = new Int256();
        NavigableMap<Long, WindowRow> found = rows.from(begin, end, length, rate);
        WindowRow constant = new WindowRow();
        long start = begin;
        while (start < end) {
            WindowRow row = found.get(start);
            Long next = found.higherKey(start);
            long stop = row != null || measure.laws().at(start).kind() == DecayLaw.Kind.SLURM_TICK
                    ? start + length
                    : next == null ? end : next;
            long over = Math.min(now.asOf(), stop);
            if (row != null) {
                spread.row(start, over, row.usage(rate, over - start));
                rate.add(row.change());
            } else if (!rate.isZero()) {
                spread.constant(start, over, constant.usage(rate, over - start));
            } else if (next == null) {
                return;
            } else {
                stop = next;
            }
            start = stop;
        }
    }

    /** The last reset of an association at or before the instant, epoch milliseconds; 0 = none. */
    private long since(NodeId node) {
        long since = Math.max(0, now.lastReset(measure, at));
        for (Adjustment adjustment : adjustments) {
            if (adjustment.kind() == Adjustment.Kind.RESET && isWithin(node, adjustment.association())) {
                since = Math.max(since, adjustment.at());
            }
        }
        return since;
    }

    /** Whether an association is the node itself, or is below the account that the node names, by the shares of now. */
    private boolean isWithin(NodeId leaf, NodeId reach) {
        if (!leaf.tree().equals(reach.tree())) {
            return false;
        }
        if (reach.isUser()) {
            return leaf.equals(reach) || leaf.in("").equals(reach);
        }
        String account = leaf.account();
        for (int depth = 0; account != null && depth < ShareTree.MAX_DEPTH; depth++) {
            if (account.equals(reach.account())) {
                return true;
            }
            ShareNode above = now.share(NodeId.ofAccount(reach.tree(), account));
            account = above == null ? null : above.parent();
        }
        return reach.isRoot();
    }
}
