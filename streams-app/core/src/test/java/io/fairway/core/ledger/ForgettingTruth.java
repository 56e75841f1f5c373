package io.fairway.core.ledger;

import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How long the runs of a job were in all, from its starts and ends alone. Of several ends of one run the highest revision
 * counts, and of equal ones that name the run the latest. An end that names no run is about the run that had begun last; of
 * two ends of one revision that are not about the same thing, the earlier counts. A run ends with the next start at the latest.
 * An end that is later than the next start ends that run, too, if it has no end of its own.
 */
final class ForgettingTruth {
    private ForgettingTruth() {}

    static long of(List<JobFact> facts) {
        NavigableSet<Long> starts = new TreeSet<>();
        for (JobFact fact : facts) {
            if (fact.run() != JobFact.NO_RUN) {
                starts.add(fact.run());
            }
        }
        long sum = 0;
        long overrun = Long.MIN_VALUE;
        for (long start : starts) {
            Long next = starts.higher(start);
            JobFact end = end(start, starts, facts);
            long at = end != null ? end.time() : overrun > start ? overrun : Long.MAX_VALUE;
            long cut = Math.min(at, next == null ? ForgettingHistories.END : next);
            sum += Math.max(0, cut - start);
            if (next != null && at != Long.MAX_VALUE && at > next) {
                overrun = at;
            }
        }
        return sum;
    }

    private static @Nullable JobFact end(long start, NavigableSet<Long> starts, List<JobFact> facts) {
        JobFact named = null;
        List<JobFact> ends = new ArrayList<>();
        for (JobFact fact : facts) {
            if (fact.type() != JobEventType.FINISHED) {
                continue;
            }
            if (fact.run() == start) {
                named = named == null
                                || fact.revision() > named.revision()
                                || (fact.revision() == named.revision() && fact.time() > named.time())
                        ? fact
                        : named;
            } else if (fact.run() == JobFact.NO_RUN && Long.valueOf(start).equals(starts.floor(fact.time()))) {
                ends.add(fact);
            }
        }
        if (named != null) {
            ends.add(named);
        }
        JobFact best = null;
        for (JobFact end : ends) {
            best = best == null
                            || end.revision() > best.revision()
                            || (end.revision() == best.revision() && end.time() < best.time())
                    ? end
                    : best;
        }
        return best;
    }
}
