package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fairway.avro.DecayKind;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.ShareNode;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.SharedRegistry;
import io.fairway.embedded.ShortLivedJvm;
import io.fairway.program.TopicAdmin;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.trial.AppProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way of an event, from the header that its writer gave it to the priority of its job, on a real broker. */
class TracingIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int PARTITIONS = 2;
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final Topics TOPICS = Topics.withPrefix("traced.");

    private final List<byte[]> spans = new CopyOnWriteArrayList<>();

    @Test
    void aPriorityIsOnTheTraceOfTheEventThatMadeIt(@TempDir Path directory) throws Exception {
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/traces", exchange -> {
            spans.add(exchange.getRequestBody().readAllBytes());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"));
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
                CommittedTopics topics = new CommittedTopics(() -> consumer(broker))) {
            TopicAdmin.apply(admin, TOPICS, PARTITIONS, (short) 1);
            Map<String, String> settings = Map.of(
                    "bootstrap.servers",
                    broker.bootstrapServers(),
                    "schema.registry.url",
                    SharedRegistry.url(),
                    "application.id",
                    "traced.app",
                    "topic.prefix",
                    "traced.",
                    "topic.replication",
                    "1",
                    "tracing.otlp.endpoint",
                    "http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/traces",
                    "state.dir",
                    directory.resolve("state").toString());
            List<String> jvm = ShortLivedJvm.options("256m", "-Dlogback.configurationFile=logback.xml");
            try (AppProcess app = AppProcess.start(directory.resolve("serve"), settings, jvm)) {
                submitTraced(broker);

                Awaitility.await("its priority, on the trace")
                        .atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(topics.of(TOPICS.name(Topic.PRIORITIES)))
                                .as(app.printed())
                                .extracting(TracingIT::trace)
                                .contains(TRACE));
            }
            // It sends what is left when it ends.
            assertThat(sent()).contains(bytes(TRACE), "event", "turn").doesNotContain("anna", "physics");
        } finally {
            collector.stop(0);
        }
    }

    private static void submitTraced(EmbeddedBroker broker) {
        try (var publisher = AlpsRecords.publisher(broker.bootstrapServers(), SharedRegistry.url(), "traced.");
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            AlpsRecords.policy(publisher, DecayKind.HALF_LIFE, 60_000);
            for (String user : List.of("", "anna")) {
                publisher.send(
                        Topic.SHARES,
                        Keys.node("alps", "alps", "physics", user),
                        ShareNode.newBuilder()
                                .setDomain("alps")
                                .setTree("alps")
                                .setAccount("physics")
                                .setUser(user)
                                .build());
            }
            publisher.flush();
            JobEvent event = AlpsRecords.event(
                            "1", JobEventType.SUBMITTED, Instant.now().truncatedTo(ChronoUnit.MILLIS))
                    .build();
            String topic = TOPICS.name(Topic.JOB_EVENTS);
            var serdes = new FairwaySerdes(Map.of("schema.registry.url", SharedRegistry.url()));
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                    topic,
                    DomainPartitions.hashed().partition("alps", PARTITIONS),
                    Keys.job("alps", "alps", "1").getBytes(StandardCharsets.UTF_8),
                    serdes.serializer(JobEvent.class).serialize(topic, event));
            record.headers()
                    .add("traceparent", ("00-" + TRACE + "-00f067aa0ba902b7-01").getBytes(StandardCharsets.UTF_8));
            var unused = producer.send(record);
            producer.flush();
        }
    }

    /** The trace that a record is on; empty = none. */
    private static String trace(ConsumerRecord<String, byte[]> record) {
        Header header = record.headers().lastHeader("traceparent");
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8).split("-")[1];
    }

    private static KafkaConsumer<String, byte[]> consumer(EmbeddedBroker broker) {
        return new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "isolation.level", "read_committed"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
    }

    /** Everything that came, a char for each byte: texts of Protobuf are in it as they are. */
    private String sent() {
        StringBuilder all = new StringBuilder();
        spans.forEach(body -> all.append(new String(body, StandardCharsets.ISO_8859_1)));
        return all.toString();
    }

    private static String bytes(String hexadecimal) {
        return new String(HexFormat.of().parseHex(hexadecimal), StandardCharsets.ISO_8859_1);
    }
}
