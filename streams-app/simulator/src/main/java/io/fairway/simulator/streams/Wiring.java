package io.fairway.simulator.streams;

import io.fairway.core.time.BrokerTime;
import io.fairway.engine.EngineSettings;
import io.fairway.simulator.broker.LogEntry;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * How the application and its surroundings are put together. By default everything is as it should be. A test overrides
 * one place, to see that the laws notice.
 */
public interface Wiring {
    /** Nothing is broken. */
    Wiring SOUND = new Wiring() {};

    /** One process of the application. */
    default ProcessParts program(ProcessParts program) {
        return program;
    }

    /** The processor of a domain task. */
    default Processor<byte[], byte[], Object, Object> processor(
            Processor<byte[], byte[], Object, Object> processor, EngineSettings settings) {
        return processor;
    }

    /**
     * What a process knows of the brokers' time.
     *
     * @param millis a clock that never steps
     */
    default BrokerTime brokerTime(BrokerTime time, LongSupplier millis) {
        return time;
    }

    /** Whether a record that has the time of its writer is known for one. */
    default boolean minds(LogEntry entry) {
        return true;
    }

    /** What a domain processor knows of its task. */
    default ProcessorContext<Object, Object> context(ProcessorContext<Object, Object> context) {
        return context;
    }

    /** A key-value store, as a processor sees it. */
    default KeyValueStore<String, byte[]> store(String name, KeyValueStore<String, byte[]> store) {
        return store;
    }

    /** Whether a change of a store goes to its changelog. */
    default boolean logs(String store, Object key) {
        return true;
    }

    /** Whether a restore takes a record of a changelog. */
    default boolean restores(String store, LogEntry entry) {
        return true;
    }

    /** Whether a standby reads the rest of its changelogs before it becomes active. */
    default boolean standbysCatchUp() {
        return true;
    }

    /** Whether the stores of a task are emptied before it begins again after a commit that timed out. */
    default boolean emptiesStores() {
        return true;
    }

    /** Whether an instance that was down for long deletes its stores on disk before it begins. */
    default boolean deletesOldStores() {
        return true;
    }

    /** Whether the caches are flushed before a commit. */
    default boolean flushesCaches() {
        return true;
    }

    /** Whether a restore stops at the last committed record. */
    default boolean restoresCommittedOnly() {
        return true;
    }

    /** Whether the broker refuses the commit of an instance that lost its tasks. */
    default boolean fences() {
        return true;
    }

    /** Whether results are written within the transaction of their state. */
    default boolean sendsInTransaction() {
        return true;
    }
}
