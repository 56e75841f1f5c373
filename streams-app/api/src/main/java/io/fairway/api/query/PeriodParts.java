package io.fairway.api.query;

import io.fairway.api.answer.UsageJson;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.time.Period;
import io.fairway.engine.store.Stores;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.period.Corrections;
import io.fairway.reading.period.JobUsage;
import io.fairway.reading.period.PeriodUsage;
import io.fairway.reading.period.UsageRows;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Whole usage of associations in a period, with what adjustments charged beside it. */
final class PeriodParts {
    /** The largest number of associations whose usage of a period one question reads. */
    static final int MAX_ASSOCIATIONS = 50_000;

    private final DomainSnapshot snapshot;
    private final Measure measure;
    private final Period period;
    private final Map<NodeId, BigDecimal> corrections;

    PeriodParts(DomainSnapshot snapshot, Measure measure, Period period) {
        this.snapshot = snapshot;
        this.measure = measure;
        this.period = period;
        long kept = UsageRows.keptSince(Stores.DAYS, snapshot.asOf());
        if (period.from() < kept) {
            throw Problem.parameter(
                    "from",
                    Json.instant(period.from()) + " is before " + Json.instant(kept) + ", from which on usage is kept");
        }
        corrections = Corrections.of(snapshot, measure, period);
    }

    /**
     * What jobs used, by queue or cluster; the greatest first.
     *
     * @param by queue or cluster
     * @param counts whether the charges of an association count
     * @param whole whether these are all jobs of the tree
     */
    static UsageAnswers.Listed ofJobs(
            DomainSnapshot snapshot,
            Measure measure,
            Period period,
            String by,
            Predicate<NodeId> counts,
            boolean whole,
            Page page) {
        EndedJobAnswers.requireKept(snapshot, period);
        boolean queue = by.equals("queue");
        Map<String, JobUsage> sums = JobUsage.by(
                snapshot, measure, period, (job, view) -> queue ? JobAnswers.queue(view) : job.cluster(), counts);
        double total = sums.values().stream().mapToDouble(JobUsage::tresSeconds).sum();
        List<UsageJson.OfJobs> items = sums.entrySet().stream()
                .map(of -> new UsageJson.OfJobs(
                        queue ? of.getKey() : null,
                        queue ? null : of.getKey(),
                        of.getValue().tresSeconds(),
                        of.getValue().jobs(),
                        whole && total != 0 ? 100 * of.getValue().tresSeconds() / total : Double.NaN))
                .sorted(Comparator.comparingDouble((UsageJson.OfJobs item) -> -item.value()))
                .toList();
        return new UsageAnswers.Listed(UsageParts.Amount.exactly(total), page.of(items), page.next(items.size()));
    }

    /** These associations; refuses too many, and a measure that has no hours and days. */
    List<NodeId> limited(List<NodeId> nodes) {
        return new PlainUsage(snapshot, measure).limited(nodes, MAX_ASSOCIATIONS);
    }

    UsageParts.Amount amount(NodeId association) {
        PeriodUsage used = PeriodUsage.of(UsageRows.of(snapshot, measure, association), period, snapshot.asOf());
        return new UsageParts.Amount(
                used.value(),
                used.least(),
                used.most(),
                Double.NaN,
                corrections.getOrDefault(association, BigDecimal.ZERO).doubleValue(),
                used.firstDay());
    }
}
