package io.fairway.schedulers.lsf;

/**
 * The input of the adjustment plug-in for one share account: everything in the default equation except the shares, the
 * memory in use, and the memory of a slot.
 *
 * @param use the account's use, with the memory and slots of its started jobs over the whole cluster
 * @param slotMemory average memory per slot of the cluster, in the unit of {@link Consumption#memory}
 * @param parameters the cluster's; the plug-in is not specific to a queue, and never sees a queue's values
 */
public record AdjustmentInput(Consumption use, double slotMemory, DynamicPriorityParameters parameters) {
    public AdjustmentInput {
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
