package io.fairway.api.http;

import io.fairway.avro.Adjustment;

/** Writes adjustments to their topic, each id of a domain once. */
public interface AdjustmentWriter {
    /**
     * What became of an adjustment.
     *
     * @param record the adjustment that counts
     * @param isNew whether it was written now; false = the same one was there
     */
    record Outcome(Adjustment record, boolean isNew) {}

    /**
     * Writes an adjustment, unless the same one is there. It returns when the brokers have it.
     *
     * @param atStated whether the caller said when it takes effect; otherwise a repeat may take effect at another instant
     * @throws io.fairway.api.query.Problem 400 if the application would refuse it; 409 if its id has another content; 503 if
     *     the brokers do not answer in time
     */
    Outcome write(Adjustment wanted, boolean atStated);
}
