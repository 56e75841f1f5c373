package io.fairway.schedulers.lsf.fairshare;

import java.util.Map;

/**
 * The memory-based adjustment: jobs with more memory per slot than a slot has make other slots unusable, and pay for
 * it.
 *
 * <p>{@code (1 + slots) * ((used_memory / used_slots) / (slot_memory * THRESHOLD))}, where slots is job_slots of the
 * account in the scope of the policy, used_memory and used_slots belong to its started jobs over the whole cluster, and
 * slot_memory is the average memory of a slot. 0 if no slot is in use or slots have no memory, where the formula has no
 * value. Memory may be in any one unit.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Dynamic user priority (Example). THRESHOLD has no documented default and must be given.
 *
 * @param threshold part of a slot's memory above which a job is heavy, above 0
 */
public record MemoryAdjustment(double threshold) implements FairshareAdjustment {
    private static final String THRESHOLD = "THRESHOLD";

    public MemoryAdjustment {
        if (!(threshold > 0 && Double.isFinite(threshold))) {
            throw new IllegalArgumentException(THRESHOLD + " " + threshold + ": must be a number above 0");
        }
    }

    @Override
    public double adjust(AdjustmentInput input) {
        Consumption use = input.use();
        if (use.memorySlots() == 0 || input.slotMemory() == 0) {
            return 0;
        }
        double perSlot = use.memory() / use.memorySlots();
        return (1 + use.jobSlots()) * (perSlot / (input.slotMemory() * threshold));
    }

    /** Makes it under the name {@code memory}, with the setting THRESHOLD. */
    public static final class Provider implements FairshareAdjustmentProvider {
        @Override
        public String name() {
            return "memory";
        }

        @Override
        public FairshareAdjustment create(Map<String, String> settings) {
            for (String key : settings.keySet()) {
                if (!key.equals(THRESHOLD)) {
                    throw new IllegalArgumentException(
                            "setting " + key + " of the adjustment memory: must be " + THRESHOLD);
                }
            }
            String text = settings.get(THRESHOLD);
            if (text == null) {
                throw new IllegalArgumentException("setting THRESHOLD of the adjustment memory: must be given");
            }
            try {
                return new MemoryAdjustment(Double.parseDouble(text));
            } catch (NumberFormatException notANumber) {
                throw new IllegalArgumentException(
                        "setting THRESHOLD \"" + text + "\" of the adjustment memory: must be a number above 0",
                        notANumber);
            }
        }
    }
}
