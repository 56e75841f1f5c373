package io.fairway.schedulers.lsf;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds adjustment plug-ins by their names: those of Fairway, and those of jars on the class path. */
public final class FairshareAdjustments {
    private FairshareAdjustments() {}

    /**
     * Every plug-in that there is, by its name.
     *
     * @throws IllegalArgumentException if two have one name
     */
    public static SortedMap<String, FairshareAdjustmentProvider> providers() {
        SortedMap<String, FairshareAdjustmentProvider> providers = new TreeMap<>();
        for (FairshareAdjustmentProvider provider : ServiceLoader.load(FairshareAdjustmentProvider.class)) {
            FairshareAdjustmentProvider other = providers.putIfAbsent(provider.name(), provider);
            if (other != null) {
                throw new IllegalArgumentException(
                        "adjustment \"" + provider.name() + "\": is the name of two plug-ins, "
                                + other.getClass().getName() + " and "
                                + provider.getClass().getName() + "; it must be unique");
            }
        }
        return providers;
    }

    /**
     * The plug-in of a name with a policy's settings.
     *
     * @throws IllegalArgumentException if there is none of that name, or it refuses a setting
     */
    public static FairshareAdjustment create(String name, Map<String, String> settings) {
        SortedMap<String, FairshareAdjustmentProvider> providers = providers();
        FairshareAdjustmentProvider provider = providers.get(name);
        if (provider == null) {
            throw new IllegalArgumentException(
                    "adjustment \"" + name + "\": is no adjustment plug-in; there are " + providers.keySet());
        }
        return provider.create(settings);
    }
}
