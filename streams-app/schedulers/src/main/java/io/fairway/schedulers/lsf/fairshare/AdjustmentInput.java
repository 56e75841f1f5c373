package io.fairway.schedulers.lsf.fairshare;

import io.fairway.schedulers.lsf.config.LsfParameter;

/**
 * The input of the adjustment plug-in for one share account: everything in the default equation except the shares, the
 * memory in use, that of the whole cluster, and the memory of a slot.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Dynamic user priority (Customize the dynamic priority).
 *
 * @param use the account's use, with the memory and slots of its started jobs over the whole cluster
 * @param clusterMemory memory in use by the started jobs of all accounts over the whole cluster, in the same unit as
 *     {@link Consumption#memory}
 * @param slotMemory average memory per slot of the cluster, in the unit of {@link Consumption#memory}
 * @param parameters the cluster's; the plug-in is not specific to a queue, and never sees a queue's values
 */
public record AdjustmentInput(
        Consumption use, double clusterMemory, double slotMemory, DynamicPriorityParameters parameters) {
    public AdjustmentInput {
        if (!(clusterMemory >= 0 && Double.isFinite(clusterMemory))) {
            throw new IllegalArgumentException(
                    "memory in use in the cluster " + clusterMemory + ": must be a number of at least 0");
        }
        if (!(slotMemory >= 0 && Double.isFinite(slotMemory))) {
            throw new IllegalArgumentException("memory per slot " + slotMemory + ": must be a number of at least 0");
        }
        for (LsfParameter parameter : LsfParameter.values()) {
            if (parameters.origin(parameter) == DynamicPriorityParameters.Origin.QUEUE) {
                throw new IllegalArgumentException(
                        parameter + " of a queue: must be the cluster's value for the adjustment plug-in");
            }
        }
    }
}
