package io.fairway.core.policy.lsf;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Finds adjustment plug-ins by their names: those of Fairway, and those of jars on the class path. */
public final class FairshareAdjustments {
    private FairshareAdjustments() {}

    /**
     * The plug-in of a name with a policy's settings.
     *
     * @throws IllegalArgumentException if there is none of that name, or it refuses a setting
     */
    public static FairshareAdjustment create(String name, Map<String, String> settings) {
        Map<String, FairshareAdjustmentProvider> providers = new TreeMap<>();
        ServiceLoader.load(FairshareAdjustmentProvider.class)
                .forEach(provider -> providers.put(provider.name(), provider));
        FairshareAdjustmentProvider provider = providers.get(name);
        if (provider == null) {
            throw new IllegalArgumentException(
                    "adjustment \"" + name + "\": is no adjustment plug-in; there are " + providers.keySet());
        }
        return provider.create(settings);
    }
}
