package io.fairway.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.ShareNode;
import io.fairway.core.time.BrokerTime;
import io.fairway.engine.EngineContext;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.PipelineDriver;
import io.fairway.engine.ProcessorWatch;
import io.fairway.engine.ReadingTime;
import io.fairway.engine.UsageSettings;
import io.fairway.engine.topology.FairwayTopology;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** The real topology with traces, whose records have headers. It is live, at T0. */
final class TracedPipeline implements AutoCloseable {
    private final FairwaySerdes serdes =
            new FairwaySerdes(Map.of("schema.registry.url", "mock://" + UUID.randomUUID()));
    private final Topics topics = Topics.standard();
    private final TopologyTestDriver driver;

    TracedPipeline(Tracing tracing, Path directory) {
        Properties properties = new Properties();
        properties.put("application.id", "traced");
        properties.put("bootstrap.servers", "none:1");
        properties.put("state.dir", directory.toString());
        properties.put("processing.guarantee", "exactly_once_v2");
        EngineContext engine = new EngineContext(
                topics,
                serdes,
                DomainPartitions.hashed(),
                1,
                new EngineSettings(false, Long.MAX_VALUE, 100, 10_000, 1_000, 5_000, 120_000, 604_800_000, 1_000),
                topic -> Uuid.ZERO_UUID,
                ProcessorWatch.NONE,
                UsageSettings.NONE,
                () -> 0,
                BrokerTime.UNBOUNDED);
        driver = new TopologyTestDriver(
                new FairwayTopology(engine, tracing.events(topics)).get(),
                properties,
                Instant.ofEpochMilli(PipelineDriver.T0));
        SpecificRecord policy = PipelineDriver.policyOf("main", 0, 3_600_000).build();
        send(Topic.POLICIES, Keys.policy(PipelineDriver.DOMAIN, "main", 0), bytes(policy), "");
        for (String user : List.of("", "anna")) {
            ShareNode node = ShareNode.newBuilder()
                    .setDomain(PipelineDriver.DOMAIN)
                    .setTree("eiger")
                    .setAccount("physics")
                    .setUser(user)
                    .setShares(1)
                    .build();
            String key = Keys.node(PipelineDriver.DOMAIN, "eiger", "physics", user);
            send(Topic.SHARES, key, bytes(node), "");
        }
        turns();
        List.of(Topic.HEARTBEATS, Topic.DEAD_LETTERS, Topic.PRIORITIES).forEach(this::traceparents);
    }

    private byte[] bytes(SpecificRecord value) {
        @SuppressWarnings("unchecked") // a value's class is the class of the value
        Class<SpecificRecord> type = (Class<SpecificRecord>) value.getClass();
        return serdes.serializer(type).serialize("any", value);
    }

    /** A job of Anna is submitted; a traceparent of "" is none. */
    void submit(String job, String traceparent) {
        JobEvent event = JobEvent.newBuilder()
                .setDomain(PipelineDriver.DOMAIN)
                .setCluster("eiger")
                .setJob(job)
                .setType(JobEventType.SUBMITTED)
                .setTime(Instant.ofEpochMilli(PipelineDriver.T0))
                .setAccount("physics")
                .setUser("anna")
                .build();
        send(Topic.JOB_EVENTS, Keys.job(PipelineDriver.DOMAIN, "eiger", job), bytes(event), traceparent);
    }

    /** An event that nobody can read. */
    void garbage(String job, String traceparent) {
        garbage(PipelineDriver.DOMAIN, job, traceparent);
    }

    void garbage(String domain, String job, String traceparent) {
        send(Topic.JOB_EVENTS, Keys.job(domain, "eiger", job), new byte[] {1, 2, 3}, traceparent);
    }

    private void send(Topic topic, String key, byte[] value, String traceparent) {
        Headers headers = new RecordHeaders();
        if (!traceparent.isEmpty()) {
            headers.add("traceparent", traceparent.getBytes(StandardCharsets.UTF_8));
            headers.add("tracestate", ("k=" + "v".repeat(200)).getBytes(StandardCharsets.UTF_8));
        }
        driver.createInputTopic(topics.name(topic), new StringSerializer(), new ByteArraySerializer())
                .pipeInput(new TestRecord<>(key, value, headers, ReadingTime.of(PipelineDriver.T0, false)));
    }

    /** Lets the turns come that a second has. */
    void turns() {
        for (int i = 0; i < 10; i++) {
            driver.advanceWallClockTime(Duration.ofMillis(100));
        }
    }

    /** The traceparents of the records that came out since the last time; "none" for a record without one. None has a tracestate. */
    List<String> traceparents(Topic topic) {
        return driver
                .createOutputTopic(topics.name(topic), new StringDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList()
                .stream()
                .map(TestRecord::headers)
                .peek(headers -> assertThat(topic == Topic.DEAD_LETTERS || headers.lastHeader("tracestate") == null)
                        .isTrue())
                .map(headers -> headers.lastHeader("traceparent"))
                .map(TracedPipeline::text)
                .toList();
    }

    private static String text(@org.jspecify.annotations.Nullable Header header) {
        return header == null ? "none" : new String(header.value(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        driver.close();
    }
}
