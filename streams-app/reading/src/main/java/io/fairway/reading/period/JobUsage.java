package io.fairway.reading.period;

import io.fairway.core.ledger.Charge;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.stored.SettledJob;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.time.Period;
import io.fairway.core.usage.Lump;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.Use;
import io.fairway.engine.state.JobBook;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.reading.DomainSnapshot;
import io.fairway.schemas.Keys;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * What jobs used in a period, whole, by something that rows of hours and days do not know, such as their queue. It is exact to the
 * millisecond, because the charges of each kept job are.
 *
 * @param tresSeconds of the period
 * @param jobs how many jobs used something in it
 */
public record JobUsage(double tresSeconds, long jobs) {
    /** 2^-40 TRES for a millisecond. */
    private static final double UNIT = 0x1p-40 / 1000;

    private JobUsage plus(JobUsage other) {
        return new JobUsage(tresSeconds + other.tresSeconds, jobs + other.jobs);
    }

    /**
     * Sums up the jobs that run or are kept.
     *
     * @param period it must not begin before {@link EndedJob#keptSince}
     * @param by what a job counts under
     * @param counts whether the charges of an association count
     */
    public static Map<String, JobUsage> by(
            DomainSnapshot snapshot,
            Measure measure,
            Period period,
            BiFunction<JobKey, JobView, String> by,
            Predicate<NodeId> counts) {
        Map<String, JobUsage> sums = new TreeMap<>();
        Sum sum = (key, state) -> {
            JobKey job = JobBook.parse(key);
            double used = 0;
            for (Charge charge : snapshot.charges(job, state)) {
                if (charge.measure().equals(measure.name()) && counts.test(charge.association())) {
                    used += used(charge.use(), period, snapshot.asOf());
                }
            }
            if (used != 0) {
                sums.merge(by.apply(job, snapshot.view(state)), new JobUsage(used, 1), JobUsage::plus);
            }
        };
        String domain = Keys.domain(snapshot.domain());
        StateStores.forEach(
                snapshot.stores().get(Stores.ACTIVE_JOBS),
                domain,
                (key, bytes) -> sum.add(key, StateCodec.decodeJob(bytes)));
        StateStores.forEach(snapshot.stores().get(Stores.SETTLED_JOBS), domain, (key, bytes) -> {
            // A job settles with its end or later.
            if (!SettledJob.isMark(bytes) && SettledJob.at(bytes) >= period.from()) {
                sum.add(key, SettledJob.read(bytes).state());
            }
        });
        return sums;
    }

    private interface Sum {
        void add(String key, JobState state);
    }

    private static double used(Use use, Period period, long now) {
        return switch (use) {
            case Segment segment -> {
                long from = Math.max(segment.start(), period.from());
                long to = Math.min(Math.min(segment.end(), now), period.to());
                yield to <= from ? 0 : (double) segment.rate() * UNIT * (to - from);
            }
            case Lump lump ->
                lump.at() >= period.from() && lump.at() < period.to()
                        ? lump.amount().doubleValue()
                        : 0;
        };
    }
}
