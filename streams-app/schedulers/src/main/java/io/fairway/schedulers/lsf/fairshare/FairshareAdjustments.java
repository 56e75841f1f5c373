package io.fairway.schedulers.lsf.fairshare;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds adjustment plug-ins by name: Fairway's own, and those in jars on the class path. */
public final class FairshareAdjustments {
    private FairshareAdjustments() {}

    /**
     * All plug-ins by name.
     *
     * @throws IllegalArgumentException if two have the same name
     */
    public static SortedMap<String, FairshareAdjustmentProvider> providers() {
        SortedMap<String, FairshareAdjustmentProvider> providers = new TreeMap<>();
        for (FairshareAdjustmentProvider provider : ServiceLoader.load(FairshareAdjustmentProvider.class)) {
            FairshareAdjustmentProvider other = providers.putIfAbsent(provider.name(), provider);
            if (other != null) {
                throw new IllegalArgumentException(
                        "adjustment \"" + provider.name() + "\": two plug-ins have this name, "
                                + other.getClass().getName() + " and "
                                + provider.getClass().getName() + "; remove one from the class path");
            }
        }
        return providers;
    }

    /**
     * The plug-in of this name with a policy's settings.
     *
     * @throws IllegalArgumentException for an unknown name, or when the plug-in refuses a setting
     */
    public static FairshareAdjustment create(String name, Map<String, String> settings) {
        SortedMap<String, FairshareAdjustmentProvider> providers = providers();
        FairshareAdjustmentProvider provider = providers.get(name);
        if (provider == null) {
            throw new IllegalArgumentException(
                    "adjustment \"" + name + "\": must be one of the adjustment plug-ins " + providers.keySet());
        }
        return provider.create(settings);
    }
}
