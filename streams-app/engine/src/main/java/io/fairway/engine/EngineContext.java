package io.fairway.engine;

import io.fairway.core.time.BrokerTime;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topics;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.common.Uuid;

/**
 * What all tasks of a topology work with.
 *
 * @param partitionCount of each topic
 * @param topicIds the present id of a topic that is read, by its name; {@link Uuid#ZERO_UUID} = not known
 * @param watch hears from the processors
 * @param usageSettings the settings that make usage, as they are kept with the state
 * @param nanos the clock by which work is measured and cut into slices; not a clock of any result
 * @param brokerTime bounds the clocks of domains
 */
public record EngineContext(
        Topics topics,
        FairwaySerdes serdes,
        DomainPartitions partitions,
        int partitionCount,
        EngineSettings settings,
        Function<String, Uuid> topicIds,
        ProcessorWatch watch,
        UsageSettings usageSettings,
        LongSupplier nanos,
        BrokerTime brokerTime) {
    /** Without settings that are kept, and without the brokers' time. */
    public EngineContext(
            Topics topics,
            FairwaySerdes serdes,
            DomainPartitions partitions,
            int partitionCount,
            EngineSettings settings,
            Function<String, Uuid> topicIds,
            ProcessorWatch watch,
            LongSupplier nanos) {
        this(
                topics,
                serdes,
                partitions,
                partitionCount,
                settings,
                topicIds,
                watch,
                UsageSettings.NONE,
                nanos,
                BrokerTime.UNBOUNDED);
    }

    /** Without a watch, and without the ids of topics. */
    public EngineContext(
            Topics topics,
            FairwaySerdes serdes,
            DomainPartitions partitions,
            int partitionCount,
            EngineSettings settings) {
        this(
                topics,
                serdes,
                partitions,
                partitionCount,
                settings,
                topic -> Uuid.ZERO_UUID,
                ProcessorWatch.NONE,
                System::nanoTime);
    }
}
