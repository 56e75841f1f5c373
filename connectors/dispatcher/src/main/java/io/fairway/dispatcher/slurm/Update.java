package io.fairway.dispatcher.slurm;

import org.jspecify.annotations.Nullable;

/**
 * One change of a job in Slurm.
 *
 * @param unit id of the job or array
 * @param lever the parameter
 * @param value Slurm's value of the parameter; null = its own again
 */
record Update(String unit, Lever lever, @Nullable Long value) {
    /** The change as a command of scontrol. */
    String command() {
        if (value == null && lever == Lever.PRIORITY) {
            return "release " + unit;
        }
        return "update JobId=" + unit + " " + lever.parameter() + "=" + (value == null ? 0 : value);
    }
}
