package io.fairway.api.query;

import io.fairway.api.answer.JobJson;
import io.fairway.api.answer.JobsJson;
import io.fairway.core.ledger.Measure;
import io.fairway.core.time.Period;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import io.fairway.reading.period.EndedJob;
import io.fairway.reading.period.JobCost;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The jobs that ended in a period, and what each was charged. */
final class EndedJobAnswers {
    private static final long DAY = 86_400_000;

    private EndedJobAnswers() {}

    /** The period that a question asks for: by default the day until now. */
    private static Period period(DomainSnapshot snapshot, Answers.Parameters asked) {
        long now = snapshot.asOf();
        Period period = asked.period(now);
        if (period == null) {
            return new Period(now - DAY, now);
        }
        requireKept(snapshot, period);
        return period;
    }

    /** Refuses a period of which jobs may be forgotten. */
    static void requireKept(DomainSnapshot snapshot, Period period) {
        long kept = EndedJob.keptSince(snapshot);
        if (period.from() < kept) {
            throw Problem.parameter(
                    "from",
                    Json.instant(period.from()) + " is before " + Json.instant(kept)
                            + ", from which on ended jobs are kept: for two horizons of the ledger");
        }
    }

    static JobsJson ended(
            DomainView view,
            NamedPolicy policy,
            JobAnswers.Matching matching,
            Answers.Parameters asked,
            VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        Period period = period(snapshot, asked);
        Measure measure = measure(snapshot, policy);
        List<Costed> jobs = snapshot.inTurn(() -> EndedJob.in(snapshot, period, matching::test).stream()
                .map(job -> new Costed(job, cost(snapshot, job, measure, visibleDomain)))
                .sorted(order(asked.text("sort")))
                .toList());
        Page page = asked.page();
        return new JobsJson(
                snapshot.domain(),
                DomainAnswers.policyName(policy),
                null,
                measure.name(),
                Instant.ofEpochMilli(period.from()),
                Instant.ofEpochMilli(period.to()),
                jobs.size(),
                jobs.stream().mapToDouble(Costed::cost).filter(Double::isFinite).sum(),
                page.next(jobs.size()),
                page.of(jobs).stream().map(Costed::answer).toList(),
                view.freshness());
    }

    private record Costed(EndedJob job, double cost) {
        JobJson answer() {
            return JobAnswers.ended(job, cost);
        }
    }

    private static Comparator<Costed> order(@Nullable String sort) {
        Comparator<Costed> newest = Comparator.comparingLong(
                        (Costed job) -> -job.job().view().settled())
                .thenComparing(job -> job.job().key().cluster())
                .thenComparing(job -> job.job().key().job());
        return "cost".equals(sort)
                ? Comparator.comparingDouble((Costed job) -> -job.cost()).thenComparing(newest)
                : newest;
    }

    /** What it was charged; not a number if the caller may not see all of it: the policy may charge it in another tree. */
    private static double cost(DomainSnapshot snapshot, EndedJob job, Measure measure, VisibleDomain visibleDomain) {
        return JobCost.of(snapshot, job.key(), job.state(), measure).entrySet().stream()
                .mapToDouble(charge ->
                        visibleDomain.sees(charge.getKey()) ? charge.getValue().plain() : Double.NaN)
                .sum();
    }

    /** The first measure of a policy that adds up over time. */
    private static Measure measure(DomainSnapshot snapshot, NamedPolicy policy) {
        List<String> names = policy.family().measures().stream()
                .filter(MeasureDefinition::ofAssociations)
                .map(MeasureDefinition::name)
                .toList();
        return snapshot.measures().stream()
                .filter(of -> of.kind().accumulates() && names.contains(of.name()))
                .min(Comparator.comparingInt(of -> names.indexOf(of.name())))
                .orElseThrow(() -> Problem.parameter(
                        "state", "ended: policy " + policy.name() + " has no measure that adds up over time"));
    }
}
