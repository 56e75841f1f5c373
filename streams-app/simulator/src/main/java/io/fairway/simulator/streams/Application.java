package io.fairway.simulator.streams;

import io.fairway.core.time.BrokerTime;
import io.fairway.engine.EngineContext;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.NodeNames;
import io.fairway.engine.ProcessorWatch;
import io.fairway.engine.ReadingTime;
import io.fairway.engine.UsageSettings;
import io.fairway.engine.task.DomainProcessor;
import io.fairway.engine.task.RelayProcessor;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.simulator.broker.LogEntry;
import io.fairway.stores.CommitListeners;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The application: the engine's own processors, and where their records go, as {@code FairwayTopology} has it.
 *
 * @param partitions of each topic
 */
public record Application(
        Topics topics,
        FairwaySerdes serdes,
        DomainPartitions domains,
        int partitions,
        EngineSettings settings,
        Wiring wiring) {
    private static final Map<String, Topic> SINKS = sinks();
    /** Milliseconds: longer than any run. */
    private static final long NEVER = 1_000L * 365 * 86_400_000;

    private static final Uuid TOPIC_ID = new Uuid(4, 2);

    /** A partition of a topic. */
    record Target(String topic, int partition) {}

    private static Map<String, Topic> sinks() {
        Map<String, Topic> sinks = new HashMap<>();
        Arrays.stream(Topic.values()).forEach(topic -> sinks.put(NodeNames.sink(topic), topic));
        sinks.put(NodeNames.RELAY_REFUSE, Topic.DEAD_LETTERS);
        return sinks;
    }

    /** The same without evaluations and heartbeats: trees and results of policies, which no store but its own depends on. */
    Application withoutResults() {
        EngineSettings usual = settings;
        EngineSettings without = new EngineSettings(
                usual.replay(),
                usual.at(),
                NEVER,
                NEVER,
                NEVER,
                usual.emissionSlice(),
                usual.skewMillis(),
                usual.horizonMillis(),
                usual.mostDomains());
        return new Application(topics, serdes, domains, partitions, without, wiring);
    }

    /**
     * What a new process knows of the brokers' time: nothing yet.
     *
     * @param millis a clock that never steps
     */
    BrokerTime brokerTime(LongSupplier millis) {
        return wiring.brokerTime(new BrokerTime(() -> millis.getAsLong() * 1_000_000, settings.skewMillis()), millis);
    }

    /** A new process, as {@code FairwayTopology} builds it. */
    ProcessParts program(BrokerTime brokerTime) {
        CommitListeners commitListeners = new CommitListeners();
        return wiring.program(new ProcessParts() {
            @Override
            public Processor<byte[], byte[], Object, Object> processor(TaskKey task, LongSupplier nanos) {
                return task.relay() ? relay() : wiring.processor(domain(nanos, commitListeners, brokerTime), settings);
            }

            @Override
            public List<KeyValueStore<Bytes, byte[]>> underCaches(TaskKey task) {
                return task.relay() ? List.of() : List.of(commitListeners.store());
            }
        });
    }

    private Processor<byte[], byte[], Object, Object> domain(
            LongSupplier nanos, CommitListeners commitListeners, BrokerTime brokerTime) {
        return new DomainProcessor(
                new EngineContext(
                        topics,
                        serdes,
                        domains,
                        partitions,
                        settings,
                        topic -> TOPIC_ID,
                        ProcessorWatch.NONE,
                        UsageSettings.NONE,
                        nanos,
                        brokerTime),
                commitListeners);
    }

    @SuppressWarnings("unchecked") // what a context takes of anybody, it takes of the relay
    private Processor<byte[], byte[], Object, Object> relay() {
        Processor<?, ?, ?, ?> relay = new RelayProcessor(topics, topic -> TOPIC_ID, ProcessorWatch.NONE);
        return (Processor<byte[], byte[], Object, Object>) relay;
    }

    /** The topics that a task reads. */
    List<String> inputs(TaskKey task) {
        return task.relay() ? List.of(topics.name(Topic.MISROUTED)) : topics.inputNames();
    }

    /** The time of a record for the order of reading, as {@code FairwayTopology} and its interceptor have it. */
    long readingTime(String name, LogEntry entry) {
        return ReadingTime.of(entry.appended(), isTable(name) || (entry.writers() && wiring.minds(entry)));
    }

    /** Whether a topic is a table. */
    boolean isTable(String name) {
        Topic topic = topics.of(name);
        return topic != null && topic.isTable();
    }

    /** The names of the input topics that are tables. */
    public Set<String> tables() {
        return topics.inputNames().stream().filter(this::isTable).collect(Collectors.toSet());
    }

    /** Where a forwarded record goes. */
    Target target(String node, Record<?, ?> record, int partition) {
        if (node.equals(NodeNames.RELAY_WRITE)) {
            byte[] name = record.headers().lastHeader(DeadLetterHeaders.TOPIC).value();
            String key = new String((byte[]) record.key(), StandardCharsets.UTF_8);
            return new Target(new String(name, StandardCharsets.UTF_8), of(Keys.domainOf(key)));
        }
        Topic topic = Objects.requireNonNull(SINKS.get(node), node);
        return new Target(
                topics.name(topic), topic.isEnvelope() ? partition : of(Keys.domainOf((String) record.key())));
    }

    private int of(String domain) {
        return domains.partition(domain, partitions);
    }

    /** The names of the topics with results, dead letters and misrouted records. */
    public List<String> outputs() {
        return SINKS.values().stream()
                .distinct()
                .filter(topic -> !topic.isInput())
                .sorted()
                .map(topics::name)
                .toList();
    }

    /** The topic of a name. */
    public @Nullable Topic topic(String name) {
        return topics.of(name);
    }
}
