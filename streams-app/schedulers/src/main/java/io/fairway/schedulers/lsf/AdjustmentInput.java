package io.fairway.schedulers.lsf;

/**
 * What the adjustment plug-in is told of one share account: everything that the default equation uses except the shares, the
 * memory in use, and the memory that a slot has.
 *
 * @param use what the account uses; with the memory and slots of its started jobs over the whole cluster
 * @param slotMemory average memory per slot of the cluster, in the unit of {@link Consumption#memory}
 * @param parameters those of the whole cluster: the plug-in is not specific to a queue, and never sees a queue's values
 */
public record AdjustmentInput(Consumption use, double slotMemory, DynamicPriorityParameters parameters) {
    public AdjustmentInput {
        if (!(slotMemory >= 0 && Double.isFinite(slotMemory))) {
            throw new IllegalArgumentException("memory per slot " + slotMemory + ": must be a number of at least 0");
        }
        for (LsfParameter parameter : LsfParameter.values()) {
            if (parameters.origin(parameter) == DynamicPriorityParameters.Origin.QUEUE) {
                throw new IllegalArgumentException(
                        parameter + " of a queue: the adjustment plug-in is given the values of the cluster only");
            }
        }
    }
}
