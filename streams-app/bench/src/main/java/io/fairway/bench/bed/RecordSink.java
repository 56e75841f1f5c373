package io.fairway.bench.bed;

import io.fairway.schemas.Topic;
import org.apache.avro.specific.SpecificRecord;

/** Takes records of the contract. */
@FunctionalInterface
public interface RecordSink {
    /** Takes a record of a topic; its domain decides the partition. */
    void send(Topic topic, String domain, String key, SpecificRecord record);
}
