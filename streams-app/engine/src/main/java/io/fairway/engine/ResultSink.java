package io.fairway.engine;

import io.fairway.schemas.Topic;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Takes results. */
public interface ResultSink {
    /** Sends a record; a null value is a tombstone. */
    void send(Topic topic, String key, @Nullable SpecificRecord value);

    /**
     * Sends the dead letter of a record that was accepted, kept for later, and refused when its time came. It has no
     * value: the record is at its place of origin.
     */
    void refuse(Origin origin, String key, String reason);
}
