package io.fairway.schedulers.lsf.fairshare;

import static io.fairway.schedulers.lsf.config.LsfParameter.LSB_NCPU_ENFORCE;
import static io.fairway.schedulers.lsf.config.LsfParameter.RUN_TIME_DECAY;

import org.jspecify.annotations.Nullable;

/**
 * Adds up the consumption of a user from jobs and lumps of use at one instant. The order of the calls does not matter, up to
 * the last bit of a sum.
 *
 * <ol>
 *   <li>CPU time counts from its report on.
 *   <li>The run time of an unfinished job counts in full; with RUN_TIME_DECAY=Y every hour decays by its age.
 *   <li>The run time of a finished job becomes historical run time: all of it decays from the end of the job; with
 *       RUN_TIME_DECAY=Y it continues its decay.
 *   <li>With LSB_NCPU_ENFORCE=1 run time, finished or not, counts once per CPU.
 *   <li>The remaining committed run time is committed minus run time (not decayed), at least 0, job by job. A job
 *       without a limit has none, nor has a finished one.
 *   <li>GPU run time is run time * exclusive GPUs, job by job; for a finished job it decays from its end.
 *   <li>Forwarded slots count for LSF_MC_FORWARD_FAIRSHARE_CHARGE_DURATION, or for ever if that is not set.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, Dynamic user priority and its pages on run time decay, historical, committed and GPU run
 * time, lsf.conf.
 */
public final class ConsumptionBuilder {
    private final DynamicPriorityParameters parameters;
    private final HistoryDecay decay;
    private double cpuTime;
    private double runTime;
    private double historicalRunTime;
    private double committedRemainder;
    private long slotsInUse;
    private long slotsSuspended;
    private long slotsReserved;
    private long forwardedSlots;
    private double gpuRunTime;
    private double historicalGpuRunTime;
    private double memory;
    private long memorySlots;
    private double remoteLoad;

    /** Decays continuously by HIST_HOURS. */
    public ConsumptionBuilder(DynamicPriorityParameters parameters) {
        this(parameters, parameters.decay());
    }

    public ConsumptionBuilder(DynamicPriorityParameters parameters, HistoryDecay decay) {
        this.parameters = parameters;
        this.decay = decay;
    }

    /** CPU time reported {@code ageHours} ago. */
    public ConsumptionBuilder cpuTime(double hours, double ageHours) {
        cpuTime += hours * decay.weight(ageHours);
        return this;
    }

    /** The run of a job. */
    public ConsumptionBuilder run(JobRun job) {
        double cpus = parameters.isOn(LSB_NCPU_ENFORCE) ? job.cpus() : 1;
        boolean decays = parameters.isOn(RUN_TIME_DECAY);
        double hours = job.hours();
        if (job.finished()) {
            double left = decay.weight(job.endAge());
            historicalRunTime += cpus * (decays ? job.decayedHours(decay) : hours * left);
            historicalGpuRunTime += hours * job.gpus() * left;
            return this;
        }
        runTime += cpus * (decays ? job.decayedHours(decay) : hours);
        gpuRunTime += hours * job.gpus();
        Double committed = job.committed();
        if (committed != null) {
            committedRemainder += Math.max(0, committed - hours);
        }
        return this;
    }

    /** Slots of running jobs, of suspended jobs, and slots held for pending jobs. */
    public ConsumptionBuilder slots(long inUse, long suspended, long reserved) {
        slotsInUse += inUse;
        slotsSuspended += suspended;
        slotsReserved += reserved;
        return this;
    }

    /**
     * Slots of a job forwarded to another cluster.
     *
     * @param seconds since it was forwarded
     * @param chargeSeconds LSF_MC_FORWARD_FAIRSHARE_CHARGE_DURATION; {@code null} = not defined
     */
    public ConsumptionBuilder forwarded(long slots, double seconds, @Nullable Double chargeSeconds) {
        if (chargeSeconds == null || seconds < chargeSeconds) {
            forwardedSlots += slots;
        }
        return this;
    }

    /** Memory and slots of started jobs over the whole cluster, for the adjustment plug-in. */
    public ConsumptionBuilder memory(double used, long slots) {
        memory += used;
        memorySlots += slots;
        return this;
    }

    /** Load of another cluster of a global fairshare policy. */
    public ConsumptionBuilder remoteLoad(double load) {
        remoteLoad += load;
        return this;
    }

    /** The sums so far. */
    public Consumption build() {
        return new Consumption(
                cpuTime,
                runTime,
                historicalRunTime,
                committedRemainder,
                slotsInUse,
                slotsSuspended,
                slotsReserved,
                forwardedSlots,
                gpuRunTime,
                historicalGpuRunTime,
                memory,
                memorySlots,
                remoteLoad);
    }
}
