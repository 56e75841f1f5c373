package io.fairway.engine;

import io.fairway.schemas.Topic;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Takes results. */
public interface Outbox {
    /** Sends a record; a null value is a tombstone. */
    void send(Topic topic, String key, @Nullable SpecificRecord value);
}
