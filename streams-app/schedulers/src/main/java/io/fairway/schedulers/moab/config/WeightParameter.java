package io.fairway.schedulers.moab.config;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The parameters of weights and caps in moab.cfg and maui.cfg, with old names and other spellings.
 *
 * <p>Source: Moab 5.1.2, Job Priority Factors; Maui admin guide, Appendix F.
 */
public final class WeightParameter {
    private static final Set<String> NAMES = names();
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
        return NAMES.contains(canonical(parameter));
    }

    /**
     * Sets a weight or cap by its parameter.
     *
     * @throws IllegalArgumentException for an unknown parameter
     */
    public static void set(Weights.Builder weights, String parameter, long value) {
        if (!isKnown(parameter)) {
            throw new IllegalArgumentException(parameter + ": must be a weight or cap of job priority");
        }
        weights.set(canonical(parameter), value);
    }

    private static String canonical(String parameter) {
        String upper = parameter.toUpperCase(Locale.ROOT);
        return OTHER_NAMES.getOrDefault(upper, upper);
    }

    private static Set<String> names() {
        Set<String> names = new HashSet<>();
        for (PriorityComponent component : PriorityComponent.values()) {
            names.addAll(List.of(component.weightParameter(), component.capParameter()));
        }
        for (Subfactor subfactor : Subfactor.values()) {
            names.addAll(List.of(subfactor.weightParameter(), subfactor.capParameter()));
        }
        return names;
    }
}
