package io.fairway.schedulers.lsf;

import io.fairway.schedulers.lsf.AbsolutePriority.Kind;
import java.util.Comparator;

/**
 * The order in which jobs of one queue, or of one QUEUE_GROUP, are considered.
 *
 * <ol>
 *   <li>Suspended and migrated jobs before pending ones.
 *   <li>System values before calculated ones, and these before jobs without APS; each larger first.
 *   <li>Of equal ones: those requeued to the top, the others by submission, those requeued to the bottom.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, Absolute priority scheduling; bjobs -aps, whose text is followed where its sample differs.
 *
 * @param job its id, which decides last
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
