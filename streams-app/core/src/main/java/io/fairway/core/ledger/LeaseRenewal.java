package io.fairway.core.ledger;

import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Renews the leases of runs that a source watches: a source that sends changes only says nothing of a run that goes on.
 *
 * <p>A run that was last seen while a source watched, and has no end, went on for as long as the source watched. So its
 * lease begins anew at the end of that time. The effect follows from the facts of the job and from the times watched, in any
 * order in which they arrive: what is added is a sign of life, as a sample is.
 */
public final class LeaseRenewal {
    private LeaseRenewal() {}

    /**
     * The signs of life that a job lacks: one for each run whose lease has ended, and which was watched for longer.
     *
     * @param measures the measures of the job's domain
     * @param asOf the clock of the domain, epoch milliseconds
     * @param watched the times in which sources watched the job's cluster
     */
    public static List<JobFact> of(
            JobState state, Collection<Measure> measures, long asOf, Collection<Watched> watched) {
        List<JobFact> signs = new ArrayList<>(0);
        if (!watched.isEmpty() && grantsLease(measures)) {
            for (Run run : Run.of(state.facts())) {
                long seen = run.end() == null ? lastSeen(run, measures, asOf, watched) : run.lastSeen();
                if (seen > run.lastSeen()) {
                    signs.add(JobFact.of(JobEventType.SAMPLE, seen, run.start()));
                }
            }
        }
        return signs;
    }

    private static boolean grantsLease(Collection<Measure> measures) {
        for (Measure measure : measures) {
            if (measure.kind().isOfRuns()
                    && measure.history().values().stream().anyMatch(rules -> rules.leaseMillis() > 0)) {
                return true;
            }
        }
        return false;
    }

    /** When a run was last seen, by its own facts or by who watched it. A lease that has not ended needs no renewal. */
    private static long lastSeen(Run run, Collection<Measure> measures, long asOf, Collection<Watched> watched) {
        long latest = Math.min(asOf, run.next() - 1);
        long seen = run.lastSeen();
        long before;
        do {
            before = seen;
            for (Measure measure : measures) {
                ChargingRules rules = measure.at(run.start());
                if (measure.kind().isOfRuns() && rules.leaseMillis() > 0 && rules.leaseEnd(seen) <= latest) {
                    for (Watched time : watched) {
                        // The grid of the lease rounds the instant at which a run was seen.
                        long seenBy = rules.leaseEnd(seen) - rules.leaseMillis();
                        long through = Math.min(time.through(), latest);
                        if (time.since() <= seenBy && through >= seenBy) {
                            seen = through;
                        }
                    }
                }
            }
        } while (seen > before);
        return seen;
    }
}
