package io.fairway.core.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.Set;

/**
 * One thing that a source reports about a job.
 *
 * <p>Facts sort by (time, sequence, type, payload), never by arrival. A set of facts therefore reads the same in any
 * order of arrival.
 *
 * @param type what happened
 * @param time when it happened, epoch milliseconds
 * @param sequence the source's own numbering, which orders facts of one instant
 * @param run start time of the fact's run, epoch milliseconds; {@link #NO_RUN} when the fact belongs to no run, or when
 *     the source does not know the run (then it is the run in progress at {@code time})
 * @param sourcePrecedence of two contradicting facts, the one whose source has the higher precedence prevails
 * @param revision of two contradicting facts of one precedence, the one of the higher revision prevails
 * @param attributes the job attributes in the fact
 * @param allocated the TRES that the run holds from {@code time} on; of a sample, the memory in use on its host; empty
 *     when the fact does not say
 * @param cpuSeconds CPU time in seconds: a sample's cumulative counter, or the run's total at its end; NaN when unknown
 * @param epoch the life of a sample's counter: a counter that restarts at 0 has a new epoch
 */
@RecordBuilder
public record JobFact(
        JobEventType type,
        long time,
        long sequence,
        long run,
        int sourcePrecedence,
        int revision,
        JobAttributes attributes,
        Tres allocated,
        double cpuSeconds,
        long epoch)
        implements Comparable<JobFact>, JobFactBuilder.With {
    /** No run, or an unknown one. */
    public static final long NO_RUN = -1;

    private static final Set<String> HOLDS = Set.of("HOLD", "USER_HOLD", "BATCH_HOLD", "SYSTEM_HOLD");

    private static final Comparator<JobFact> PRECEDENCE = Comparator.comparingInt(JobFact::sourcePrecedence)
            .thenComparingInt(JobFact::revision)
            .thenComparing(Comparator.naturalOrder());

    private static final Comparator<JobFact> ORDER = Comparator.comparingLong(JobFact::time)
            .thenComparingLong(JobFact::sequence)
            .thenComparing(JobFact::type)
            .thenComparingLong(JobFact::run)
            .thenComparingInt(JobFact::sourcePrecedence)
            .thenComparingInt(JobFact::revision)
            .thenComparing(JobFact::attributes)
            .thenComparing(JobFact::allocated)
            .thenComparingDouble(JobFact::cpuSeconds)
            .thenComparingLong(JobFact::epoch);

    /** A fact that carries only type, time and run, from a source of precedence 0. */
    public static JobFact of(JobEventType type, long time, long run) {
        return new JobFact(type, time, 0, run, 0, 0, JobAttributes.NONE, Tres.NONE, Double.NaN, 0);
    }

    /**
     * The same fact with CPU time.
     *
     * @param seconds as {@link #cpuSeconds}
     * @param counterEpoch as {@link #epoch}
     */
    public JobFact withCpu(double seconds, long counterEpoch) {
        return new JobFact(
                type, time, sequence, run, sourcePrecedence, revision, attributes, allocated, seconds, counterEpoch);
    }

    /** This sample as a report, kept beside later ones. */
    public JobFact asReport() {
        return withType(JobEventType.REPORT);
    }

    /** Whether the job is on hold from this fact on: it is held, or ineligible because of a hold. */
    public boolean holds() {
        return type == JobEventType.HELD
                || (type == JobEventType.INELIGIBLE && HOLDS.contains(attributes.text(Attribute.REASON, "")));
    }

    /** Whether both facts are about the same thing, so that only one of them can be true. */
    public boolean contradicts(JobFact other) {
        if (type != other.type || run != other.run) {
            return false;
        }
        return switch (type) {
            // A job that waits again is submitted again, and schedulers reuse ids: each submission keeps its
            // attributes.
            case SUBMITTED -> time == other.time;
            case STARTED, REQUEUED, RERUN, MIGRATED, FORWARDED, FINISHED, CANCELLED ->
                run != NO_RUN || (time == other.time && sequence == other.sequence);
            // A later sample without a measurement must not remove the counter of an earlier one.
            case REPORT -> time == other.time && epoch == other.epoch;
            case LIMITED ->
                attributes.text(Attribute.LIMIT_POLICY, "").equals(other.attributes.text(Attribute.LIMIT_POLICY, ""));
            case SAMPLE -> epoch == other.epoch && Double.isNaN(cpuSeconds) == Double.isNaN(other.cpuSeconds);
            case MODIFIED,
                    HELD,
                    RELEASED,
                    INELIGIBLE,
                    ELIGIBLE,
                    RESERVED,
                    BYPASSED,
                    RESIZE_REQUESTED,
                    RESIZED,
                    SUSPENDED,
                    RESUMED -> time == other.time && sequence == other.sequence;
        };
    }

    /** Whether this fact prevails over one that it contradicts. Of two samples, the later prevails; of two limits, too. */
    public boolean prevailsOver(JobFact other) {
        if (type == JobEventType.LIMITED) {
            return compareTo(other) > 0;
        }
        if (type == JobEventType.SAMPLE) {
            int bySequence = Long.compare(sequence, other.sequence);
            return bySequence != 0 ? bySequence > 0 : compareTo(other) > 0;
        }
        return PRECEDENCE.compare(this, other) > 0;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the same object needs no comparison of all that it says
    public int compareTo(JobFact other) {
        return this == other ? 0 : ORDER.compare(this, other);
    }
}
