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
    /** The change as a command of scontrol. */
    String command() {
        if (value == null && slurmParameter == SlurmParameter.PRIORITY) {
            return "release " + unit;
        }
        return "update JobId=" + unit + " " + slurmParameter.parameter() + "=" + (value == null ? 0 : value);
    }
}
