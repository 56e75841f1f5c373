package io.fairway.api.query;

import io.fairway.api.answer.AdjustmentPreviewJson.Adjustment;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.Segment;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.period.JobCost;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an amount that was used evenly over a time weighs now: for jobs that nobody remembers. */
final class UsedAmount {
    private UsedAmount() {}

    /**
     * Adjustments of what it weighs under each measure; none where it weighs nothing any more.
     *
     * @param only the only measure; null = every one
     * @param amount TRES-seconds
     */
    static List<Adjustment> of(
            DomainView view, NodeId node, @Nullable String only, BigDecimal amount, Answers.Parameters asked) {
        DomainSnapshot snapshot = view.snapshot();
        AdjustmentAnswers.requireAbsent(
                asked, "effectiveAt", "does not apply to an amount of usedFrom and usedTo: it is what that weighs now");
        Long from = asked.instant("usedFrom");
        Long to = asked.instant("usedTo");
        if (from == null || to == null) {
            throw Problem.parameter(from == null ? "usedFrom" : "usedTo", "needed: usedFrom and usedTo come together");
        }
        if (from >= to || to > snapshot.asOf()) {
            throw Problem.parameter("usedTo", asked.text("usedTo") + " must be after usedFrom, and not later than now");
        }
        BigDecimal rate =
                amount.multiply(BigDecimal.valueOf(1000)).divide(BigDecimal.valueOf(to - from), MathContext.DECIMAL64);
        if (rate.compareTo(Rate.MAX) > 0) {
            throw Problem.parameter("amount", "is " + rate.toBigInteger() + " TRES over this time, more than 2^30");
        }
        List<Adjustment> weighed = new ArrayList<>();
        for (Measure measure : snapshot.measures()) {
            if (!measure.kind().accumulates()
                    || !snapshot.statement(measure).ofAssociations()
                    || (only != null && !only.equals(measure.name()))) {
                continue;
            }
            if (snapshot.statement(measure).windows() != null) {
                throw Problem.parameter("usedFrom", JobRefund.inWindows(measure));
            }
            Line line = JobCost.since(snapshot, measure, node);
            Segment.of(from, to, Rate.units(rate)).forEach(segment -> line.add(measure.laws(), segment));
            double weighs = line.usage(measure.laws(), snapshot.asOf());
            if (weighs > 0) {
                weighed.add(new Adjustment(
                        node.tree(),
                        node.account(),
                        node.user(),
                        node.partition(),
                        measure.name(),
                        weighs,
                        amount.doubleValue(),
                        null,
                        null));
            }
        }
        return weighed;
    }
}
