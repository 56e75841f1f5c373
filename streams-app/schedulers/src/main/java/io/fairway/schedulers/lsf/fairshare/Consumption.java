package io.fairway.schedulers.lsf.fairshare;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The use of a user's or group's jobs within the scope of a policy, in the terms of the dynamic user priority.
 * Immutable.
 *
 * @param cpuTime cumulative CPU time of running and finished jobs, decayed, hours
 * @param runTime run time of unfinished jobs, decayed with RUN_TIME_DECAY, hours
 * @param historicalRunTime run time of finished jobs, decayed from their ends, hours
 * @param committedRemainder committed run time minus the run time so far, over the jobs that have one, each at least 0,
 *     hours
 * @param slotsInUse slots of running jobs
 * @param slotsSuspended slots of suspended jobs; 0 where slotsInUse has them, too, as in usage that is measured
 * @param slotsReserved slots held for pending jobs
 * @param forwardedSlots slots of jobs forwarded to other clusters
 * @param gpuRunTime run time times exclusive GPUs, summed job by job, of unfinished jobs, GPU-hours
 * @param historicalGpuRunTime the same for finished jobs, decayed from their ends, GPU-hours
 * @param memory memory in use by its started jobs over the whole cluster, in any one unit
 * @param memorySlots slots of those jobs
 * @param remoteLoad load that other clusters of a global fairshare policy report, already weighted
 */
@RecordBuilder
public record Consumption(
        double cpuTime,
        double runTime,
        double historicalRunTime,
        double committedRemainder,
        long slotsInUse,
        long slotsSuspended,
        long slotsReserved,
        long forwardedSlots,
        double gpuRunTime,
        double historicalGpuRunTime,
        double memory,
        long memorySlots,
        double remoteLoad)
        implements ConsumptionBuilder.With {
    /** No use. */
    public static final Consumption NONE = new Consumption(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    public Consumption {
        atLeastZero("CPU time", cpuTime);
        atLeastZero("run time", runTime);
        atLeastZero("historical run time", historicalRunTime);
        atLeastZero("remaining committed run time", committedRemainder);
        atLeastZero("slots in use", slotsInUse);
        atLeastZero("slots suspended", slotsSuspended);
        atLeastZero("slots reserved", slotsReserved);
        atLeastZero("forwarded slots", forwardedSlots);
        atLeastZero("GPU run time", gpuRunTime);
        atLeastZero("historical GPU run time", historicalGpuRunTime);
        atLeastZero("memory", memory);
        atLeastZero("slots of the memory", memorySlots);
        atLeastZero("remote load", remoteLoad);
    }

    /** Only slots in use. */
    public static Consumption ofSlots(long slots) {
        return new Consumption(0, 0, 0, 0, slots, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** Only a load that other clusters report. */
    static Consumption ofRemoteLoad(double load) {
        return new Consumption(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, load);
    }

    /** LSF's job_slots: in use (running or suspended) and reserved. */
    public long jobSlots() {
        return slotsInUse + slotsSuspended + slotsReserved;
    }

    /** The sum of both: a group's use is that of its members and subgroups. */
    public Consumption plus(Consumption other) {
        return new Consumption(
                cpuTime + other.cpuTime,
                runTime + other.runTime,
                historicalRunTime + other.historicalRunTime,
                committedRemainder + other.committedRemainder,
                slotsInUse + other.slotsInUse,
                slotsSuspended + other.slotsSuspended,
                slotsReserved + other.slotsReserved,
                forwardedSlots + other.forwardedSlots,
                gpuRunTime + other.gpuRunTime,
                historicalGpuRunTime + other.historicalGpuRunTime,
                memory + other.memory,
                memorySlots + other.memorySlots,
                remoteLoad + other.remoteLoad);
    }

    private static void atLeastZero(String name, double value) {
        if (!(value >= 0 && Double.isFinite(value))) {
            throw new IllegalArgumentException(name + " " + value + ": must be a number of at least 0");
        }
    }

    private static void atLeastZero(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " " + value + ": must be at least 0");
        }
    }
}
