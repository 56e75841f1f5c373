package io.fairway.schedulers.lsf.fairshare;

import static io.fairway.schedulers.lsf.config.LsfParameter.LSB_NCPU_ENFORCE;
import static io.fairway.schedulers.lsf.config.LsfParameter.RUN_TIME_DECAY;

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
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, Dynamic user priority and its pages on run time decay, historical, committed and GPU run
 * time, lsf.conf.
 */
public final class ConsumptionSum {
    private final DynamicPriorityParameters parameters;
    private final HistoryDecay decay;
    private final ConsumptionBuilder sum = ConsumptionBuilder.builder();

    public ConsumptionSum(DynamicPriorityParameters parameters, HistoryDecay decay) {
        this.parameters = parameters;
        this.decay = decay;
    }

    /** CPU time reported {@code ageHours} ago. */
    public ConsumptionSum cpuTime(double hours, double ageHours) {
        sum.cpuTime(sum.cpuTime() + hours * decay.weight(ageHours));
        return this;
    }

    /** The run of a job. */
    public ConsumptionSum run(JobRun job) {
        double cpus = parameters.isOn(LSB_NCPU_ENFORCE) ? job.cpus() : 1;
        boolean decays = parameters.isOn(RUN_TIME_DECAY);
        double hours = job.hours();
        if (job.finished()) {
            double left = decay.weight(job.endAge());
            sum.historicalRunTime(sum.historicalRunTime() + cpus * (decays ? job.decayedHours(decay) : hours * left));
            sum.historicalGpuRunTime(sum.historicalGpuRunTime() + hours * job.gpus() * left);
            return this;
        }
        sum.runTime(sum.runTime() + cpus * (decays ? job.decayedHours(decay) : hours));
        sum.gpuRunTime(sum.gpuRunTime() + hours * job.gpus());
        Double committed = job.committed();
        if (committed != null) {
            sum.committedRemainder(sum.committedRemainder() + Math.max(0, committed - hours));
        }
        return this;
    }

    /** Slots of running jobs, of suspended jobs, and slots held for pending jobs. */
    public ConsumptionSum slots(long inUse, long suspended, long reserved) {
        sum.slotsInUse(sum.slotsInUse() + inUse);
        sum.slotsSuspended(sum.slotsSuspended() + suspended);
        sum.slotsReserved(sum.slotsReserved() + reserved);
        return this;
    }

    /** Memory and slots of started jobs over the whole cluster, for the adjustment plug-in. */
    public ConsumptionSum memory(double used, long slots) {
        sum.memory(sum.memory() + used);
        sum.memorySlots(sum.memorySlots() + slots);
        return this;
    }

    /** Load of another cluster of a global fairshare policy. */
    public ConsumptionSum remoteLoad(double load) {
        sum.remoteLoad(sum.remoteLoad() + load);
        return this;
    }

    /** The sums so far. */
    public Consumption build() {
        return sum.build();
    }
}
