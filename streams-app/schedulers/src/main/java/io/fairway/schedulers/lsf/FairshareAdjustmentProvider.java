package io.fairway.schedulers.lsf;

import java.util.Map;

/**
 * Makes adjustment plug-ins. A service: a jar that names its implementations in {@code
 * META-INF/services/io.fairway.schedulers.lsf.FairshareAdjustmentProvider} is found by {@link java.util.ServiceLoader}.
 */
public interface FairshareAdjustmentProvider {
    /** What a policy calls the plug-in; unique. */
    String name();

    /**
     * The plug-in with a policy's settings.
     *
     * @throws IllegalArgumentException at a setting that is unknown, missing or wrong, naming it and the rule
     */
    FairshareAdjustment create(Map<String, String> settings);
}
