package io.fairway.engine;

import java.util.Objects;
import java.util.Set;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * The stores of a processor without their changelogs. Kafka's driver compares each record of a changelog with the names of all
 * topics, by regular expressions that it makes anew: a fifth of the time of tests that do not read it.
 */
record WithoutChangelogs(ProcessorSupplier<byte[], byte[], Object, Object> inner)
        implements ProcessorSupplier<byte[], byte[], Object, Object> {
    @Override
    public Processor<byte[], byte[], Object, Object> get() {
        return inner.get();
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
        Set<StoreBuilder<?>> stores = Objects.requireNonNull(inner.stores());
        stores.forEach(StoreBuilder::withLoggingDisabled);
        return stores;
    }
}
