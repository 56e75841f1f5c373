package io.fairway.core.ledger;

import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.Segment;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The resources that a job holds while it does not run here: slots reserved for it as it waits, or slots of the cluster
 * that it was forwarded to. They count at one rate from their fact on, until the job starts, ends or comes back.
 *
 * @param job the job's attributes
 * @param since time of the fact that reserves or forwards, epoch milliseconds; 0 without one
 * @param uses empty, or open segments
 * @param deadline the next instant after the one of reading at which the uses change without a new fact; {@link
 *     Long#MAX_VALUE} = none
 * @param problem the reason why they cannot be charged; null if they can
 */
record WaitingUse(
        JobAttributes job,
        long since,
        List<Segment> uses,
        long deadline,
        @Nullable String problem) {
    private WaitingUse(JobAttributes job, long since, List<Segment> uses, long deadline) {
        this(job, since, uses, deadline, null);
    }

    /** Reads the latest life of a job. */
    static WaitingUse of(Measure measure, List<JobFact> facts, long asOf) {
        boolean reserved = measure.kind() == Measure.Kind.RESERVED;
        List<List<JobFact>> lives = Lives.of(facts);
        JobAttributes job = JobAttributes.NONE;
        JobFact holds = null;
        for (JobFact fact : lives.get(lives.size() - 1)) {
            job = job.with(fact.attributes());
            if (fact.type() == (reserved ? JobEventType.RESERVED : JobEventType.FORWARDED)) {
                holds = fact;
            } else if (fact.type() == JobEventType.STARTED || fact.type().endsRun()) {
                holds = null;
            }
        }
        return holds == null ? new WaitingUse(job, 0, List.of(), Long.MAX_VALUE) : reserved(measure, job, holds, asOf);
    }

    private static WaitingUse reserved(Measure measure, JobAttributes job, JobFact since, long asOf) {
        ChargingRules rules = measure.at(since.time());
        Tres tres = since.allocated().isEmpty() && measure.kind() == Measure.Kind.FORWARDED
                ? job.requested()
                : since.allocated();
        BigDecimal rate = rules.rate().rate(tres, job);
        long end = rules.leaseMillis() == 0 ? Segment.OPEN : since.time() + rules.leaseMillis();
        long deadline = end > asOf ? end : Long.MAX_VALUE;
        if (rate.compareTo(Rate.MAX) > 0) {
            return new WaitingUse(job, since.time(), List.of(), deadline, Rate.problem(rate));
        }
        List<Segment> uses = end <= asOf ? List.of() : Segment.of(since.time(), Segment.OPEN, Rate.units(rate));
        return new WaitingUse(job, since.time(), uses, deadline);
    }
}
