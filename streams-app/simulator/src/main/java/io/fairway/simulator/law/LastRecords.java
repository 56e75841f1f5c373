package io.fairway.simulator.law;

import io.fairway.schemas.Topic;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** The last results of an application as its readers know them. */
interface LastRecords {
    /** The last record of each key of a topic that is not withdrawn. */
    <T extends SpecificRecord> Map<String, T> last(Topic topic, Class<T> type);
}
