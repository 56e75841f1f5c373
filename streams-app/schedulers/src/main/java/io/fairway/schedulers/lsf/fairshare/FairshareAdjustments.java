package io.fairway.schedulers.lsf.fairshare;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds adjustment plug-ins by name: Fairway's own, and those in jars on the class path. */
public final class FairshareAdjustments {
    /** File of the service before the interface moved to the package of LSF's fairshare. */
    private static final String FORMER_SERVICE =
            "META-INF/services/io.fairway.schedulers.lsf." + "FairshareAdjustmentProvider";

    private FairshareAdjustments() {}

    /**
     * All plug-ins by name.
     *
     * @throws IllegalArgumentException if two have the same name, or a jar names the service as it was called before
     */
    public static SortedMap<String, FairshareAdjustmentProvider> providers() {
        refuseFormerService();
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

    /** A plug-in that was made for the former name of the service would be passed over without a word. */
    private static void refuseFormerService() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context == null ? ClassLoader.getSystemClassLoader() : context;
        loader.resources(FORMER_SERVICE).map(String::valueOf).findFirst().ifPresent(file -> {
            throw new IllegalArgumentException(file + ": the service is now "
                    + FairshareAdjustmentProvider.class.getName()
                    + "; build the plug-in against this version, and rename the file");
        });
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
