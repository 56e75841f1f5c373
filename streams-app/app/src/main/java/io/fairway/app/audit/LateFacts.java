package io.fairway.app.audit;

import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Ends of runs that came when a version before the law of forgetting had forgotten the job: a horizon after its end as it was known
 * then. Such a version took an end within a horizon of its time, and charged the whole run once more. And runs of which an older
 * {@code collect topic} took a resize for the end, in the instant in which the next size starts. Takes the events of one partition
 * in the order in which they were appended.
 */
final class LateFacts {
    /** Ends are remembered for so many horizons: a site may have millions of jobs. */
    private static final int HORIZONS = 3;

    private static final int SWEEP = 100_000;

    private final long horizon;
    private final Finding late;
    private final Finding repeated;
    private final Finding resized;
    private final Map<JobKey, End> ends = new HashMap<>();
    private long clock = Long.MIN_VALUE;
    private long taken;

    /**
     * What is known of an end. Times are epoch milliseconds.
     *
     * @param requeued whether the job was requeued then
     */
    private record End(long run, long time, int precedence, int revision, boolean requeued) {
        static End of(JobFact fact) {
            return new End(
                    fact.run(),
                    fact.time(),
                    fact.sourcePrecedence(),
                    fact.revision(),
                    fact.type() == JobEventType.REQUEUED);
        }

        /** Whether the job was requeued in the instant in which the run started. */
        boolean isAtItsStart() {
            return requeued && time == run;
        }

        /** Whether another one takes its place. */
        boolean isReplacedBy(End other) {
            return other.run > run
                    || (other.run == run
                            && (other.precedence > precedence
                                    || (other.precedence == precedence && other.revision > revision)));
        }
    }

    /**
     * Nothing taken yet.
     *
     * @param horizon {@code ledger.horizon.ms}
     * @param late hears of ends that came late, with the time of their append
     * @param repeated hears of ends that came again with the time of their writer
     * @param resized hears of runs that were requeued in the instant of their start, and ended later all the same
     */
    LateFacts(long horizon, Finding late, Finding repeated, Finding resized) {
        this.horizon = horizon;
        this.late = late;
        this.repeated = repeated;
        this.resized = resized;
    }

    void take(RecordPlace place, JobKey job, JobFact fact) {
        if (!place.writers()) {
            clock = Math.max(clock, place.appended());
        }
        if (!fact.type().endsRun() || fact.run() == JobFact.NO_RUN) {
            return;
        }
        End end = ends.get(job);
        if (end != null && end.run() == fact.run() && clock > end.time() + horizon) {
            boolean timely = place.appended() - fact.time() <= horizon;
            if (place.writers()) {
                repeated.add(words(job, fact, place));
            } else if (timely && fact.time() > end.time()) {
                late.add(words(job, fact, place));
            }
        }
        End told = End.of(fact);
        if (end != null && end.run() == told.run() && end.isAtItsStart() != told.isAtItsStart()) {
            resized.addOnce(words(job, fact), place);
        }
        if (end == null || end.isReplacedBy(told)) {
            ends.put(job, told);
        }
        if (++taken % SWEEP == 0) {
            ends.values().removeIf(known -> known.time() < clock - HORIZONS * horizon);
        }
    }

    private static String words(JobKey job, JobFact fact) {
        return job.domain() + "/" + job.cluster() + "/" + job.job() + ", run from " + Instant.ofEpochMilli(fact.run());
    }

    private static String words(JobKey job, JobFact fact, RecordPlace place) {
        return words(job, fact) + " to " + Instant.ofEpochMilli(fact.time()) + " (" + place + ")";
    }
}
