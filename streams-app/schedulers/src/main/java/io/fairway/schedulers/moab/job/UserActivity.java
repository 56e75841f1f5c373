package io.fairway.schedulers.moab.job;

import io.fairway.core.priority.Form;
import java.util.Collection;

/**
 * The current and past activity of a job's user.
 *
 * @param jobs number of active jobs (FSJPU)
 * @param procs processors that these jobs hold (FSPPU)
 * @param procSeconds processor-seconds that they may still use: processors times the rest of the limit, which falls as
 *     they run (FSPSPU in the reading {@code Readings.ActiveSeconds#LEFT})
 * @param allocated processors times the whole limit of these jobs, processor-seconds (the other reading)
 * @param changesAt epoch milliseconds at which {@code procSeconds} takes another form, because a job reaches its limit
 * @param dedicated processor-seconds that the user's finished jobs held
 * @param requested processor-seconds that those jobs had requested; 0 = no history
 */
public record UserActivity(
        long jobs,
        double procs,
        Form procSeconds,
        double allocated,
        long changesAt,
        double dedicated,
        double requested) {
    /** No activity and no history. */
    public static final UserActivity NONE = fixed(0, 0, 0, 0, 0);

    public UserActivity {
        TaskResources.notNegative("active jobs of a user", (double) jobs);
        TaskResources.notNegative("processors of a user", procs);
        TaskResources.notNegative("allocated processor-seconds of a user", allocated);
        TaskResources.notNegative("dedicated processor-seconds of a user", dedicated);
        TaskResources.notNegative("requested processor-seconds of a user", requested);
    }

    /** A constant activity; {@code procSeconds} holds in either reading of FSPSPU. */
    public static UserActivity fixed(long jobs, double procs, double procSeconds, double dedicated, double requested) {
        return new UserActivity(
                jobs, procs, new Form.Constant(procSeconds), procSeconds, Long.MAX_VALUE, dedicated, requested);
    }

    /** The activity of these jobs, from {@code now} on. */
    public static UserActivity of(Collection<ActiveJob> active, double dedicated, double requested, long now) {
        double procs = 0;
        double left = 0;
        double allocated = 0;
        double falling = 0;
        long changesAt = Long.MAX_VALUE;
        for (ActiveJob job : active) {
            procs += job.procs();
            allocated += job.procs() * job.wallclock();
            left += job.procs() * job.left(now) / 1000;
            if (job.elapsed().asOf(now).since() != null && job.left(now) > 0) {
                falling += job.procs();
                changesAt = Math.min(changesAt, now + job.left(now));
            }
            changesAt = Math.min(changesAt, job.elapsed().changesAfter(now));
        }
        Form form = falling > 0
                ? new Form.Ramp(now, 1, -1000 / falling, left, 0, Double.POSITIVE_INFINITY)
                : new Form.Constant(left);
        return new UserActivity(active.size(), procs, form, allocated, changesAt, dedicated, requested);
    }

    /** WCACCURACY: dedicated / requested, 0..1; 1 without history. */
    public double accuracy() {
        return requested > 0 ? Math.min(1, dedicated / requested) : 1;
    }
}
