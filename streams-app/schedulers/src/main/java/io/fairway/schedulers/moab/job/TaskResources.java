package io.fairway.schedulers.moab.job;

/**
 * The request of one task.
 *
 * @param procs processors
 * @param mem memory, MB
 * @param swap swap, MB
 * @param disk disk, MB
 */
public record TaskResources(double procs, double mem, double swap, double disk) {
    public TaskResources {
        notNegative("processors per task", procs);
        notNegative("memory per task", mem);
        notNegative("swap per task", swap);
        notNegative("disk per task", disk);
    }

    static void notNegative(String what, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(what + " " + value + ": must be a finite number of at least 0");
        }
    }
}
