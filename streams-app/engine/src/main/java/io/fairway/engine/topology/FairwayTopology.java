package io.fairway.engine.topology;

import io.fairway.engine.EngineContext;
import io.fairway.engine.NodeNames;
import io.fairway.engine.ReadingTime;
import io.fairway.engine.store.Stores;
import io.fairway.engine.task.DomainProcessor;
import io.fairway.engine.task.RelayProcessor;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.stores.CommitListeners;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.RecordContext;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.apache.kafka.streams.processor.TopicNameExtractor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * The topology. One processor takes every input of a domain and sends every result. There is only one hop, because
 * under exactly-once every further hop costs a whole commit interval. Beside it, the relay brings back the records that
 * foreign producers wrote to the wrong partition.
 */
public final class FairwayTopology implements Supplier<Topology> {
    private record DomainProcessors(EngineContext engine, CommitListeners commitListeners)
            implements ProcessorSupplier<byte[], byte[], Object, Object> {
        @Override
        public Processor<byte[], byte[], Object, Object> get() {
            return new DomainProcessor(engine, commitListeners);
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            Set<StoreBuilder<?>> stores = new LinkedHashSet<>(Stores.builders());
            stores.add(commitListeners.builder());
            return stores;
        }
    }

    private static final List<Topic> RESULTS =
            List.of(Topic.USAGE, Topic.FAIRSHARE, Topic.RANKS, Topic.PRIORITIES, Topic.ORDERS, Topic.HEARTBEATS);

    private static final TimestampExtractor TABLE_TIME =
            (record, partitionTime) -> ReadingTime.of(record.timestamp(), true);

    /** Kafka Streams hands every record on as one with CreateTime: who reads from brokers marks those that are. */
    private static final TimestampExtractor EVENT_TIME =
            (record, partitionTime) -> ReadingTime.of(record.timestamp(), false);

    private final Topics topics;
    private final DomainPartitions partitions;
    private final EngineContext engine;
    private final UnaryOperator<ProcessorSupplier<byte[], byte[], Object, Object>> around;

    public FairwayTopology(EngineContext engine) {
        this(engine, UnaryOperator.identity());
    }

    /** As above. What {@code around} makes of the processor of the domains, and of its stores, stands in their place. */
    public FairwayTopology(
            EngineContext engine, UnaryOperator<ProcessorSupplier<byte[], byte[], Object, Object>> around) {
        this.engine = engine;
        this.around = around;
        topics = engine.topics();
        partitions = engine.partitions();
    }

    @Override
    public Topology get() {
        Topology topology = new Topology();
        for (Topic input : topics.inputs()) {
            topology.addSource(
                    AutoOffsetReset.earliest(),
                    NodeNames.source(input),
                    input.isTable() ? TABLE_TIME : EVENT_TIME,
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer(),
                    topics.names(input).toArray(String[]::new));
        }
        topology.addProcessor(
                NodeNames.APPLY,
                around.apply(new DomainProcessors(engine, new CommitListeners())),
                topics.inputs().stream().map(NodeNames::source).toArray(String[]::new));
        for (Topic result : RESULTS) {
            addResultSink(topology, result);
        }
        for (Topic envelope : List.of(Topic.DEAD_LETTERS, Topic.MISROUTED)) {
            topology.addSink(
                    NodeNames.sink(envelope),
                    topics.name(envelope),
                    new ByteArraySerializer(),
                    new ByteArraySerializer(),
                    NodeNames.APPLY);
        }
        addRelay(topology);
        return topology;
    }

    private void addResultSink(Topology topology, Topic topic) {
        Serializer<SpecificRecord> serializer =
                engine.serdes().serializer(topic.valueClass().asSubclass(SpecificRecord.class));
        @SuppressWarnings("removal") // Its only abstract method: the one with headers, which Kafka asks, asks this.
        StreamPartitioner<String, SpecificRecord> byDomain =
                (name, key, value, count) -> Optional.of(Set.of(partitions.partition(Keys.domainOf(key), count)));
        topology.addSink(
                NodeNames.sink(topic),
                topics.name(topic),
                new StringSerializer(),
                serializer,
                byDomain,
                NodeNames.APPLY);
    }

    private void addRelay(Topology topology) {
        @SuppressWarnings("removal") // as in addResultSink
        StreamPartitioner<byte[], byte[]> byDomain = (name, key, value, count) -> Optional.of(
                Set.of(partitions.partition(Keys.domainOf(new String(key, StandardCharsets.UTF_8)), count)));
        topology.addSource(
                AutoOffsetReset.earliest(),
                NodeNames.RELAY_READ,
                EVENT_TIME,
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                topics.name(Topic.MISROUTED));
        topology.addProcessor(
                NodeNames.RELAY_REKEY,
                () -> new RelayProcessor(topics, engine.topicIds(), engine.watch()),
                NodeNames.RELAY_READ);
        topology.addStateStore(Stores.relay(), NodeNames.RELAY_REKEY);
        topology.addSink(
                NodeNames.RELAY_WRITE,
                new OriginTopic(),
                new ByteArraySerializer(),
                new ByteArraySerializer(),
                byDomain,
                NodeNames.RELAY_REKEY);
        topology.addSink(
                NodeNames.RELAY_REFUSE,
                topics.name(Topic.DEAD_LETTERS),
                new ByteArraySerializer(),
                new ByteArraySerializer(),
                NodeNames.RELAY_REKEY);
    }

    /** The topic that a record came from. Its description is the same in every process. */
    private static final class OriginTopic implements TopicNameExtractor<byte[], byte[]> {
        @Override
        public String extract(byte[] key, byte[] value, RecordContext context) {
            Header topic = context.headers().lastHeader(DeadLetterHeaders.TOPIC);
            return new String(topic.value(), StandardCharsets.UTF_8);
        }

        @Override
        public String toString() {
            return "the topic that it came from";
        }
    }
}
