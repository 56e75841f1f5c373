package io.fairway.core.model;

import java.util.Comparator;

/**
 * One thing that a source told of a job.
 *
 * <p>Facts are ordered by (time, sequence, type, payload) and never by arrival, so that a set of facts reads the same
 * whatever the order in which they came.
 *
 * @param type what happened
 * @param time when it happened, epoch milliseconds
 * @param sequence the source's own numbering, which orders facts of one instant
 * @param run start time of the run that the fact belongs to, epoch milliseconds; {@link #NO_RUN} when it belongs to none,
 *     or when the source does not know it (then the run that was going on at {@code time} is meant)
 * @param sourceRank of two facts that contradict each other the one of the higher rank holds
 * @param revision of two contradicting facts of one rank the one of the higher revision holds
 * @param attributes what the fact says of the job
 * @param allocated the TRES that the run holds from {@code time} on; empty when the fact does not say
 * @param cpuSeconds CPU time in seconds: of a sample the cumulative counter, of an end the run's total; NaN when unknown
 * @param epoch of a sample, the life of its counter: a counter that starts again at 0 has a new epoch
 */
public record JobFact(
        JobEventType type,
        long time,
        long sequence,
        long run,
        int sourceRank,
        int revision,
        JobAttributes attributes,
        Tres allocated,
        double cpuSeconds,
        long epoch)
        implements Comparable<JobFact> {
    /** No run, or not known which. */
    public static final long NO_RUN = -1;

    private static final Comparator<JobFact> PRECEDENCE = Comparator.comparingInt(JobFact::sourceRank)
            .thenComparingInt(JobFact::revision)
            .thenComparing(Comparator.naturalOrder());

    private static final Comparator<JobFact> ORDER = Comparator.comparingLong(JobFact::time)
            .thenComparingLong(JobFact::sequence)
            .thenComparing(JobFact::type)
            .thenComparingLong(JobFact::run)
            .thenComparingInt(JobFact::sourceRank)
            .thenComparingInt(JobFact::revision)
            .thenComparing(JobFact::attributes)
            .thenComparing(JobFact::allocated)
            .thenComparingDouble(JobFact::cpuSeconds)
            .thenComparingLong(JobFact::epoch);

    /** A fact that says nothing but what happened when, from a source of rank 0. */
    public static JobFact of(JobEventType type, long time, long run) {
        return new JobFact(type, time, 0, run, 0, 0, JobAttributes.NONE, Tres.NONE, Double.NaN, 0);
    }

    public JobFact withAttributes(JobAttributes said) {
        return new JobFact(type, time, sequence, run, sourceRank, revision, said, allocated, cpuSeconds, epoch);
    }

    public JobFact withAllocated(Tres tres) {
        return new JobFact(type, time, sequence, run, sourceRank, revision, attributes, tres, cpuSeconds, epoch);
    }

    public JobFact withSequence(long number) {
        return new JobFact(type, time, number, run, sourceRank, revision, attributes, allocated, cpuSeconds, epoch);
    }

    public JobFact withRevision(int rank, int number) {
        return new JobFact(type, time, sequence, run, rank, number, attributes, allocated, cpuSeconds, epoch);
    }

    public JobFact withCpu(double seconds, long counterEpoch) {
        return new JobFact(
                type, time, sequence, run, sourceRank, revision, attributes, allocated, seconds, counterEpoch);
    }

    /** A sample that is kept beside later ones. */
    public JobFact asReport() {
        return new JobFact(
                JobEventType.REPORT,
                time,
                sequence,
                run,
                sourceRank,
                revision,
                attributes,
                allocated,
                cpuSeconds,
                epoch);
    }

    /** Whether both facts speak of the same thing, so that only one of them can hold. */
    public boolean contradicts(JobFact other) {
        if (type != other.type || run != other.run) {
            return false;
        }
        return switch (type) {
            // A job that waits again is submitted again, and ids come round: each submission keeps what it said.
            case SUBMITTED -> time == other.time;
            case STARTED, REQUEUED, RERUN, MIGRATED, FORWARDED, FINISHED, CANCELLED ->
                run != NO_RUN || (time == other.time && sequence == other.sequence);
            // A later sample that did not measure must not take the counter of an earlier one away.
            case REPORT -> time == other.time && epoch == other.epoch;
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

    /** Whether this fact holds against one that it contradicts. Of samples the later holds. */
    public boolean prevailsOver(JobFact other) {
        if (type == JobEventType.SAMPLE) {
            int bySequence = Long.compare(sequence, other.sequence);
            return bySequence != 0 ? bySequence > 0 : compareTo(other) > 0;
        }
        return PRECEDENCE.compare(this, other) > 0;
    }

    @Override
    public int compareTo(JobFact other) {
        return ORDER.compare(this, other);
    }
}
