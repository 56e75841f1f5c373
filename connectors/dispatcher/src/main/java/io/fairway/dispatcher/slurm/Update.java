package io.fairway.dispatcher.slurm;

import org.jspecify.annotations.Nullable;

/**
 * One change of a job in Slurm.
 *
 * @param unit id of the job or array
 * @param slurmParameter the parameter
 * @param value Slurm's value of the parameter; null = its own again
 */
record Update(
        String unit,
        SlurmParameter slurmParameter,
        @Nullable Long value) {
    /** The change as a command of scontrol. Of the first component of a heterogeneous job, it changes all of them. */
    String command() {
        return command(unit);
    }

    /**
     * The change of a job, or of the first component of a heterogeneous job without its others. Slurm has no such job if
     * the unit is another component. All other jobs and arrays are their own first component (seen on 22.05, 24.11, 26.05).
     */
    String commandOfFirst() {
        return command(SlurmJobId.first(unit));
    }

    private String command(String id) {
        if (value == null && slurmParameter == SlurmParameter.PRIORITY) {
            return "release " + id;
        }
        return "update JobId=" + id + " " + slurmParameter.parameter() + "=" + (value == null ? 0 : value);
    }
}
