package io.fairway.simulator.streams;

import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.state.KeyValueStore;

/** The topology as one process builds it. What its tasks share dies with it. */
public interface ProcessParts {
    /**
     * A new processor of a task.
     *
     * @param nanos the clock by which it measures its work
     */
    Processor<byte[], byte[], Object, Object> processor(TaskKey task, LongSupplier nanos);

    /** New stores of a task that lie under a cache of Kafka Streams and have no changelog, in the order of the topology. */
    List<KeyValueStore<Bytes, byte[]>> underCaches(TaskKey task);
}
