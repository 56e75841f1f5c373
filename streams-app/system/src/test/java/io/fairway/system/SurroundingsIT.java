package io.fairway.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.DecayKind;
import io.fairway.avro.JobEventType;
import io.fairway.avro.UsageRecord;
import io.fairway.dispatcher.publish.Publisher;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.RegistryProcess;
import io.fairway.embedded.ShortLivedJvm;
import io.fairway.program.TopicAdmin;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topics;
import io.fairway.trial.AppProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code serve} says and does where the brokers, the topics, the registry or its own directory are not as they must be. */
@Order(2)
class SurroundingsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Pattern READY = Pattern.compile("fairway: ready: (http://127\\.0\\.0\\.1:\\d+/), application");

    @TempDir
    private static Path directory;

    private static EmbeddedBroker broker;
    private static RegistryProcess registry;
    private static Admin admin;
    private static int jobs;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(directory.resolve("broker"));
        registry = RegistryProcess.start(
                directory.resolve("registry"),
                RegistryProcess.Storage.MEMORY,
                RegistryProcess.Compatibility.FULL_TRANSITIVE);
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    @AfterAll
    static void stop() {
        admin.close();
        registry.close();
        broker.close();
    }

    @Test
    void saysThatItWaitsForTheBrokersAndEndsInOrderMeanwhile() throws IOException {
        String nobody;
        try (ServerSocket free = new ServerSocket(0)) {
            nobody = "127.0.0.1:" + free.getLocalPort();
        }
        // SIGTERM is for a process.
        Map<String, String> settings = settings("away.", "serve", Map.of("bootstrap.servers", nobody));
        try (AppProcess app =
                AppProcess.start(directory.resolve("away.serve"), settings, ShortLivedJvm.options("256m"))) {
            awaitPrinted(app::printed, "fairway: waiting for Kafka at " + nobody);
            app.close();
            assertThat(app.exitStatus()).isZero();
            assertThat(app.printed()).doesNotContain("\tat ");
        }
    }

    @Test
    void saysThatItWaitsForTheRegistry() throws IOException {
        TopicAdmin.apply(admin, Topics.withPrefix("mute."), 1, (short) 1);
        String nobody;
        try (ServerSocket free = new ServerSocket(0)) {
            nobody = "http://127.0.0.1:" + free.getLocalPort();
        }
        try (AppHere app = serve("mute.", Map.of("schema.registry.url", nobody))) {
            awaitPrinted(app, "fairway: waiting: the schema registry at " + nobody + " does not answer: ");
            app.close();
            assertThat(app.exitStatus()).isZero();
        }
    }

    @Test
    void refusesTopicsThatWouldMakeUsageWrong() throws Exception {
        Topics topics = Topics.withPrefix("wrong.");
        TopicAdmin.apply(admin, topics, 1, (short) 1);
        set("wrong.job-events", "message.timestamp.type", "CreateTime");
        set("wrong.samples", "retention.ms", "1000");
        set("wrong.shares", "cleanup.policy", "delete");
        try (AppHere app = serve("wrong.", Map.of())) {
            Awaitility.await("it ends").atMost(PATIENCE).until(() -> !app.isAlive());
            assertThat(app.exitStatus()).isEqualTo(1);
            assertThat(app.printed())
                    .contains("wrong.job-events: message.timestamp.type is CreateTime and must be LogAppendTime: ")
                    .contains("wrong.samples: retention.ms is 1000 and must be 604800000 or more: ")
                    .contains("wrong.shares: cleanup.policy is delete and must be compact: ")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void noticesWhatGoesWrongWhileItRunsAndGoesOnWhenThatIsMended() throws Exception {
        TopicAdmin.apply(admin, Topics.withPrefix("run."), 1, (short) 1);
        try (AppHere app = serve("run.", Map.of("http.listen", "127.0.0.1:0"))) {
            charge();
            awaitUsage(1);
            awaitReady(app, 1);
            assertThat(app.printed()).contains("min.insync.replicas is 1 and should be 2 or more");

            // A setting
            set("run.job-events", "message.timestamp.type", "CreateTime");
            awaitNotReady(app, "run.job-events: message.timestamp.type is CreateTime and must be LogAppendTime: ");
            charge();
            set("run.job-events", "message.timestamp.type", "LogAppendTime");
            awaitReady(app, 1);
            awaitUsage(2);

            // An output topic
            admin.deleteTopics(List.of("run.usage")).all().get();
            awaitNotReady(app, "run.usage does not exist: 'fairway topics create' makes it");
            TopicAdmin.apply(admin, Topics.withPrefix("run."), 1, (short) 1);
            awaitReady(app, 1);
            awaitPrinted(app, "topic run.usage was deleted and made again");
            charge();
            awaitUsage(3);

            // The registry, while the schemas that it gave out are known
            registry.stop();
            awaitPrinted(app, "the schema registry at " + registry.url() + " does not answer: ");
            assertThat(readiness(app).statusCode()).isEqualTo(200);

            // Its schemas
            registry.restart();
            awaitNotReady(app, "has lost schemas of records that were read or written: schema ");
            assertThat(subjects()).isEmpty();
            restoreSchemas();
            awaitReady(app, 1);
            charge();
            awaitUsage(4);
            assertThat(deadLetters("run.")).isZero();

            // The registry, while the application is away
            app.close();
            registry.restart();
            app.restart();
            Awaitility.await("it ends").atMost(PATIENCE).until(() -> !app.isAlive());
            assertThat(app.exitStatus()).isEqualTo(1);
            assertThat(app.printed())
                    .contains("'fairway schemas restore' puts the schemas back under their ids")
                    .doesNotContain("\tat ");
            assertThat(subjects()).isEmpty();
            restoreSchemas();
            app.restart();
            awaitReady(app, 2);
            charge();
            awaitUsage(5);
            assertThat(deadLetters("run.")).isZero();

            // Its directory
            app.close();
            Path manifest;
            try (Stream<Path> files = Files.walk(directory.resolve("run.serve.state"))) {
                manifest = files.filter(file -> file.toString().contains("jobs-settled")
                                && file.getFileName().toString().startsWith("MANIFEST"))
                        .findFirst()
                        .orElseThrow();
            }
            Files.write(manifest, new byte[100]);
            app.restart();
            awaitReady(app, 3);
            assertThat(app.printed())
                    .containsPattern("the state in .*run\\.serve\\.state/run\\.app/0_0 is damaged \\(.*\\): deleted;"
                            + " it is restored from its changelogs");
            charge();
            awaitUsage(6);

            // Partitions
            admin.createPartitions(Map.of("run.shares", NewPartitions.increaseTo(2)))
                    .all()
                    .get();
            awaitNotReady(app, "run.shares: partitions is 2 and must be 1: ");

            // The log of a store
            admin.deleteTopics(List.of("run.app-lines-changelog")).all().get();
            awaitNotReady(app, "run.app-lines-changelog does not exist: it is the log of a store");
            app.close();
            app.restart();
            Awaitility.await("it ends").atMost(PATIENCE).until(() -> !app.isAlive());
            assertThat(app.exitStatus()).isEqualTo(1);
        }
    }

    @Test
    void refusesSettingsOtherThanThoseOfTheState() throws Exception {
        TopicAdmin.apply(admin, Topics.withPrefix("other."), 1, (short) 1);
        Map<String, String> http = Map.of("http.listen", "127.0.0.1:0");
        Map<String, String> fortnight = new HashMap<>(http);
        fortnight.put("ledger.horizon.ms", "1209600000");
        String difference = "ledger.horizon.ms is 1209600000, and the state was made with 604800000";
        try (AppHere first = serve("other.", http)) {
            awaitReady(first, 1);
            awaitKept("other.app", "ledger.horizon.ms");

            // When a second instance has another horizon
            try (AppHere second = serve("other.", "second", fortnight, List.of())) {
                Awaitility.await("it ends").atMost(PATIENCE).until(() -> !second.isAlive());
                assertThat(second.exitStatus()).isEqualTo(1);
                assertThat(second.printed()).contains(difference).doesNotContain("\tat ");
            }

            // When it is to replace the settings of one that runs
            try (AppHere second = serve("other.", "second", fortnight, List.of("--new-settings"))) {
                Awaitility.await("it ends").atMost(PATIENCE).until(() -> !second.isAlive());
                assertThat(second.exitStatus()).isEqualTo(1);
                assertThat(second.printed()).contains("--new-settings: instances of other.app run");
            }
            assertThat(readiness(first).statusCode()).isEqualTo(200);
        }

        // When the first one is stopped
        try (AppHere second = serve("other.", "second", fortnight, List.of("--new-settings"))) {
            awaitReady(second, 1);
            awaitKept("other.app", "1209600000");
            second.close();
            second.restart();
            awaitReady(second, 2);
        }
        try (AppHere first = serve("other.", http)) {
            Awaitility.await("it ends").atMost(PATIENCE).until(() -> !first.isAlive());
            assertThat(first.printed())
                    .contains("ledger.horizon.ms is 604800000, and the state was made with 1209600000");
        }
    }

    /** Waits until the basis of an application says something. */
    private static void awaitKept(String application, String text) {
        Awaitility.await("it keeps " + text)
                .atMost(PATIENCE)
                .until(() -> records(application + "-basis-changelog").stream()
                        .anyMatch(record -> new String(record.key(), UTF_8).contains(text)
                                || new String(record.value(), UTF_8).equals(text)));
    }

    private static List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        TopicPartition partition = new TopicPartition(topic, 0);
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }

    private static int deadLetters(String prefix) {
        return records(prefix + "dead-letters").size();
    }

    /** What the registry has registered. */
    private static String subjects() throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            String body = http.send(
                            HttpRequest.newBuilder(URI.create(registry.url() + "/subjects"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            return body.replace("[]", "");
        }
    }

    private static void restoreSchemas() {
        StringWriter out = new StringWriter();
        CommandLine line = FairwayMain.commandLine("schemas");
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        assertThat(line.execute(
                        "schemas",
                        "restore",
                        "-s",
                        "bootstrap.servers=" + broker.bootstrapServers(),
                        "-s",
                        "schema.registry.url=" + registry.url(),
                        "-s",
                        "application.id=run.app",
                        "-s",
                        "topic.prefix=run."))
                .as(out.toString())
                .isZero();
    }

    private static AppHere serve(String prefix, Map<String, String> more) {
        return serve(prefix, "serve", more, List.of());
    }

    private static AppHere serve(String prefix, String name, Map<String, String> more, List<String> options) {
        return AppHere.start(settings(prefix, name, more), options);
    }

    private static Map<String, String> settings(String prefix, String name, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>();
        settings.put("bootstrap.servers", broker.bootstrapServers());
        settings.put("schema.registry.url", registry.url());
        settings.put("application.id", prefix + "app");
        settings.put("topic.prefix", prefix);
        settings.put("topic.replication", "1");
        settings.put("state.dir", directory.resolve(prefix + name + ".state").toString());
        settings.putAll(more);
        return settings;
    }

    private static void set(String topic, String setting, String value) throws Exception {
        admin.incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, topic),
                        List.of(new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET))))
                .all()
                .get();
    }

    private static void awaitPrinted(AppHere app, String text) {
        awaitPrinted(app::printed, text);
    }

    private static void awaitPrinted(Supplier<String> printed, String text) {
        Awaitility.await("it says " + text)
                .atMost(PATIENCE)
                .until(() -> printed.get().contains(text));
    }

    /** Waits until the start of this number is ready, by what it says and by what it answers. */
    private static void awaitReady(AppHere app, int start) {
        Awaitility.await("it is ready").atMost(PATIENCE).until(() -> {
            List<MatchResult> said = READY.matcher(app.printed()).results().toList();
            return said.size() == start && readiness(app).statusCode() == 200;
        });
    }

    private static void awaitNotReady(AppHere app, String reason) {
        Awaitility.await("it is not ready: " + reason)
                .atMost(PATIENCE)
                .until(() -> readiness(app).statusCode() == 503
                        && readiness(app).body().contains(reason));
        awaitPrinted(app, reason);
    }

    private static HttpResponse<String> readiness(AppHere app) throws Exception {
        List<MatchResult> said = READY.matcher(app.printed()).results().toList();
        String url = said.get(said.size() - 1).group(1);
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(URI.create(url + "ready")).build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    /** A job of one second. */
    private static void charge() {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        try (Publisher publisher = AlpsRecords.publisher(broker.bootstrapServers(), registry.url(), "run.")) {
            AlpsRecords.policy(publisher, DecayKind.NONE, 0);
            AlpsRecords.job(
                    publisher,
                    AlpsRecords.event(Integer.toString(++jobs), JobEventType.FINISHED, now)
                            .setRun(now.minusSeconds(1))
                            .setAllocatedTres(Map.of("cpu", 1.0))
                            .build());
            publisher.flush();
        }
    }

    /** Waits until the last line on the topic says so many TRES-seconds; reads as somebody who knows no schema yet. */
    private static void awaitUsage(double seconds) {
        Awaitility.await("usage is " + seconds)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> lastUsage() == seconds);
    }

    private static double lastUsage() {
        List<ConsumerRecord<byte[], byte[]>> records = records("run.usage");
        byte[] last = records.isEmpty() ? null : records.get(records.size() - 1).value();
        var lines = new FairwaySerdes(Map.of("schema.registry.url", registry.url())).deserializer(UsageRecord.class);
        UsageRecord line = last == null ? null : lines.deserialize("run.usage", last);
        return line == null ? 0 : line.getValue();
    }
}
