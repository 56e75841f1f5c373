package io.fairway.schedulers.moab.config;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The parameters of weights and caps in moab.cfg and maui.cfg, with old names and other spellings.
 *
 * <p>Source: Moab 5.1.2, Job Priority Factors; Maui admin guide, Appendix F.
 */
public final class WeightParameter {
    private static final Map<String, BiConsumer<Weights.Builder, Long>> SETTERS = setters();
    private static final Map<String, String> OTHER_NAMES = Map.ofEntries(
            Map.entry("SERVWEIGHT", "SERVICEWEIGHT"),
            Map.entry("TARGWEIGHT", "TARGETWEIGHT"),
            Map.entry("RESOURCEWEIGHT", "RESWEIGHT"),
            Map.entry("SERVCAP", "SERVICECAP"),
            Map.entry("SERVICEWCAP", "SERVICECAP"),
            Map.entry("TARGCAP", "TARGETCAP"),
            Map.entry("RESOURCECAP", "RESCAP"),
            Map.entry("UFSWEIGHT", "FSUSERWEIGHT"),
            Map.entry("GFSWEIGHT", "FSGROUPWEIGHT"),
            Map.entry("AFSWEIGHT", "FSACCOUNTWEIGHT"),
            Map.entry("QUEUETIMETARGETWEIGHT", "TARGETQUEUETIMEWEIGHT"),
            Map.entry("XFACTORTARGETWEIGHT", "TARGETXFACTORWEIGHT"),
            Map.entry("MEMORYWEIGHT", "MEMWEIGHT"),
            Map.entry("MEMORYCAP", "MEMCAP"),
            Map.entry("CONSUMEDWEIGHT", "USAGECONSUMEDWEIGHT"),
            Map.entry("CONSUMEDCAP", "USAGECONSUMEDCAP"),
            Map.entry("REMAININGWEIGHT", "USAGEREMAININGWEIGHT"),
            Map.entry("REMAININGCAP", "USAGEREMAININGCAP"),
            Map.entry("PERCENTWEIGHT", "USAGEPERCENTWEIGHT"),
            Map.entry("PERCENTCAP", "USAGEPERCENTCAP"));

    private WeightParameter() {}

    /** Whether a parameter, in any case, is a weight or a cap. */
    public static boolean isKnown(String parameter) {
        return SETTERS.containsKey(canonical(parameter));
    }

    /**
     * Sets a weight or cap by its parameter.
     *
     * @throws IllegalArgumentException for an unknown parameter
     */
    public static void set(Weights.Builder weights, String parameter, long value) {
        BiConsumer<Weights.Builder, Long> setter = SETTERS.get(canonical(parameter));
        if (setter == null) {
            throw new IllegalArgumentException(parameter + ": must be a weight or cap of job priority");
        }
        setter.accept(weights, value);
    }

    private static String canonical(String parameter) {
        String upper = parameter.toUpperCase(Locale.ROOT);
        return OTHER_NAMES.getOrDefault(upper, upper);
    }

    private static Map<String, BiConsumer<Weights.Builder, Long>> setters() {
        Map<String, BiConsumer<Weights.Builder, Long>> setters = new HashMap<>();
        for (PriorityComponent component : PriorityComponent.values()) {
            setters.put(component.weightParameter(), (weights, value) -> weights.weight(component, value));
            setters.put(component.capParameter(), (weights, value) -> weights.cap(component, value));
        }
        for (Subfactor subfactor : Subfactor.values()) {
            setters.put(subfactor.weightParameter(), (weights, value) -> weights.weight(subfactor, value));
            setters.put(subfactor.capParameter(), (weights, value) -> weights.cap(subfactor, value));
        }
        return Map.copyOf(setters);
    }
}
