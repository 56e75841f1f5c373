package io.fairway.simulator.law;

import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.avro.JobEvent;
import io.fairway.avro.ResourceSample;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.simulator.schedule.Site;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Decayed usage at an instant T as a sum of closed integrals over what jobs had: of c processors in [a, b), under a
 * half-life H, {@code c * H / ln 2 * (2^(-(T-b)/H) - 2^(-(T-a)/H))}; without decay, {@code c * (b - a)}. An adjustment at t
 * adds its amount times {@code 2^(-(T-t)/H)}. What was before a reset does not count, be it an operator's or the policy's.
 */
final class ClosedIntegral {
    private final Site site;
    private final String domain;
    private final long at;
    private final Map<String, AcceptedJob> jobs = new TreeMap<>();
    private final List<Adjustment> adjustments;
    private final Collection<SourceHeartbeat> watched;

    /**
     * A sum, and the size of its terms.
     *
     * @param size sum of the absolute values, which bounds the error of rounding
     */
    record Amount(double value, double size) {
        static final Amount NONE = new Amount(0, 0);

        Amount plus(double term) {
            return new Amount(value + term, size + Math.abs(term));
        }
    }

    ClosedIntegral(Site site, String domain, Accepted accepted, long at) {
        this.site = site;
        this.domain = domain;
        this.at = at;
        watched = accepted.watched(domain);
        for (JobEvent event : accepted.events(domain)) {
            job(event.getJob()).add(event);
        }
        for (ResourceSample sample : accepted.samples(domain)) {
            job(sample.getJob()).add(sample);
        }
        adjustments = accepted.adjustments(domain).stream()
                .filter(adjustment -> adjustment.getEffectiveAt().toEpochMilli() <= at)
                .toList();
    }

    private AcceptedJob job(String id) {
        return jobs.computeIfAbsent(id, job -> new AcceptedJob(job, at, site.lease(), watched));
    }

    Collection<AcceptedJob> jobs() {
        return jobs.values();
    }

    String domain() {
        return domain;
    }

    /** Usage in TRES-seconds by account and user. */
    Map<List<String>, Amount> usage(String measure) {
        Map<List<String>, Amount> usage = new HashMap<>();
        long reset = site.lastReset(measure, at);
        double halfLife = site.halfLife(measure) / 1000.0;
        for (AcceptedJob job : jobs.values()) {
            for (AcceptedJob.Allocation allocation : job.allocations()) {
                long from =
                        Math.max(reset, Math.max(allocation.from(), since(allocation.account(), allocation.user())));
                if (from < allocation.to()) {
                    add(
                            usage,
                            allocation.account(),
                            allocation.user(),
                            allocation.cpus() * integral(from, allocation.to(), halfLife));
                }
            }
        }
        for (Adjustment adjustment : adjustments) {
            long time = adjustment.getEffectiveAt().toEpochMilli();
            if (adjustment.getKind() != AdjustmentKind.RESET
                    && time >= reset
                    && time >= since(adjustment.getAccount(), adjustment.getUser())) {
                double sign = adjustment.getKind() == AdjustmentKind.REFUND ? -1 : 1;
                add(
                        usage,
                        adjustment.getAccount(),
                        adjustment.getUser(),
                        sign * adjustment.getAmount() * left(time, halfLife));
            }
        }
        return usage;
    }

    private static void add(Map<List<String>, Amount> usage, String account, String user, double term) {
        usage.merge(List.of(account, user), Amount.NONE.plus(term), (sum, one) -> sum.plus(one.value()));
    }

    private long since(String account, String user) {
        long since = Long.MIN_VALUE;
        for (Adjustment reset : adjustments) {
            if (reset.getKind() == AdjustmentKind.RESET
                    && reset.getAccount().equals(account)
                    && (reset.getUser().isEmpty() || reset.getUser().equals(user))) {
                since = Math.max(since, reset.getEffectiveAt().toEpochMilli());
            }
        }
        return since;
    }

    private double left(long time, double halfLife) {
        return halfLife == 0 ? 1 : Math.pow(2, -(at - time) / 1000.0 / halfLife);
    }

    private double integral(long from, long to, double halfLife) {
        return halfLife == 0
                ? (to - from) / 1000.0
                : halfLife / Math.log(2) * (left(to, halfLife) - left(from, halfLife));
    }
}
