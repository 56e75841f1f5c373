package io.fairway.collect;

import io.fairway.avro.ResourceSample;
import io.fairway.avro.SourceHeartbeat;
import java.util.List;

/** Hears how far a source has looked. */
public interface SourceReport {
    /** For a source that tells nobody. */
    SourceReport NONE = (signs, heartbeats) -> false;

    /**
     * Tells it, after all that the source saw is safe.
     *
     * @param signs signs of life of runs that the source sees for the first time
     * @return whether both have arrived
     */
    boolean tell(List<ResourceSample> signs, List<SourceHeartbeat> heartbeats);
}
