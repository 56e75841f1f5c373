package io.fairway.schedulers.lsf.fairshare;

import java.util.Map;

/**
 * Makes adjustment plug-ins. A service: {@link java.util.ServiceLoader} finds a jar that names its implementations in
 * {@code META-INF/services/io.fairway.schedulers.lsf.fairshare.FairshareAdjustmentProvider}.
 */
public interface FairshareAdjustmentProvider {
    /** The plug-in's name in a policy; unique. */
    String name();

    /**
     * The plug-in with a policy's settings.
     *
     * @throws IllegalArgumentException for an unknown, missing or wrong setting; names it and the rule
     */
    FairshareAdjustment create(Map<String, String> settings);
}
