package io.fairway.schedulers.lsf.aps;

import io.fairway.schedulers.lsf.aps.AbsolutePriority.Kind;
import java.util.Comparator;

/**
 * The order of jobs in one queue, or in one QUEUE_GROUP.
 *
 * <ol>
 *   <li>Suspended and migrated jobs come before pending ones.
 *   <li>System values come before calculated ones, and these before jobs without APS; the larger value comes first in
 *       each.
 *   <li>Among equals: first the jobs requeued to the top, then the others by submission, then the jobs requeued to the
 *       bottom.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, Absolute priority scheduling; bjobs -aps (the text applies where its sample
 * differs).
 *
 * @param job its id, the last criterion
 */
public record ApsOrder(String job, AbsolutePriority priority, long submitted, ApsState.Place place)
        implements Comparable<ApsOrder> {
    private static final Comparator<ApsOrder> ORDER = Comparator.comparing(
                    (ApsOrder each) -> each.place != ApsState.Place.BEFORE_PENDING)
            .thenComparing(each -> each.priority.kind())
            .thenComparingDouble(each -> each.priority.kind() == Kind.NONE ? 0 : -each.priority.value())
            .thenComparing(ApsOrder::place)
            .thenComparingLong(ApsOrder::submitted)
            .thenComparing(ApsOrder::job);

    /** A job with its priority and its state. */
    public static ApsOrder of(String job, AbsolutePriority priority, ApsState state) {
        return new ApsOrder(job, priority, state.submitted(), state.place());
    }

    @Override
    public int compareTo(ApsOrder other) {
        return ORDER.compare(this, other);
    }
}
