package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import io.fairway.avro.DecayKind;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import io.fairway.avro.ShareNode;
import io.fairway.dispatcher.publish.Publisher;
import io.fairway.embedded.ChildJvm;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.SharedRegistry;
import io.fairway.embedded.ShortLivedJvm;
import io.fairway.program.TopicAdmin;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.trial.AppProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of long-running programs, each in a process of its own. */
@Order(3)
class ServeIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** Longer than anything is waited for: who leaves before was not missed, but left. */
    private static final String LONG_SESSION =
            Long.toString(PATIENCE.multipliedBy(3).toMillis());

    /** The log goes to a file of its own, not to the log of the tests. */
    private static final List<String> JVM = ShortLivedJvm.options("256m", "-Dlogback.configurationFile=logback.xml");

    @TempDir
    private static Path directory;

    private static EmbeddedBroker broker;
    private static Admin admin;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(directory.resolve("broker"));
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    @Test
    void applicationAndDispatcherEndWithZeroWhenTheyAreAskedTo() throws Exception {
        TopicAdmin.apply(admin, Topics.withPrefix("asked."), 2, (short) 1);
        try (AppProcess app = serve("asked.", Map.of("kafka.consumer.session.timeout.ms", LONG_SESSION))) {
            sharesOfADomainWithoutAPolicyAreAccepted("asked.");
            sendAPendingJob("asked.");
            Path log = directory.resolve("dispatch.log");
            ChildJvm dispatcher = ChildJvm.start(
                    "the dispatcher",
                    Stream.concat(JVM.stream(), Stream.of("-Dfairway.log=" + directory.resolve("dispatcher.log")))
                            .toList(),
                    System.getProperty("java.class.path"),
                    FairwayMain.class.getName(),
                    List.of(
                            "dispatch",
                            "-b",
                            broker.bootstrapServers(),
                            "-r",
                            SharedRegistry.url(),
                            "--prefix",
                            "asked.",
                            "--processors",
                            "4"),
                    log);
            Awaitility.await("the job is seen")
                    .atMost(PATIENCE)
                    .until(() -> Files.readString(log).contains("would start alps/1 "));

            dispatcher.stop(PATIENCE);
            assertThat(dispatcher.exitStatus()).isZero();

            assertThat(members("asked.")).isEqualTo(1);
            app.close();
            assertThat(app.exitStatus()).isZero();
            // It left: nobody has to wait for its session to time out.
            Awaitility.await("the group is empty").atMost(PATIENCE).until(() -> members("asked.") == 0);
            assertThat(app.printed()).doesNotContain("\tat ", "Exception");
            assertThat(directory.resolve("asked.serve/app.log"))
                    .content()
                    .contains("REBALANCING -> RUNNING")
                    .doesNotContain("retention period");
        }
    }

    @Test
    void aSchemaThatTheRegistryRefusesEndsTheApplicationWithItsCause() throws Exception {
        TopicAdmin.apply(admin, Topics.withPrefix("refused."), 2, (short) 1);
        try (var client = new CachedSchemaRegistryClient(SharedRegistry.url(), 10)) {
            var unused = client.register("refused.usage-value", new AvroSchema("""
                    {"type": "record", "name": "UsageRecord", "namespace": "io.fairway.avro",
                     "fields": [{"name": "other", "type": "string"}]}"""));
        }
        try (AppProcess app = serve("refused.", Map.of())) {
            sendAPendingJob("refused.");

            Awaitility.await("it ends").atMost(PATIENCE).until(() -> !app.isAlive());
            assertThat(app.exitStatus()).isEqualTo(1);
            assertThat(app.printed())
                    .contains("fairway: ")
                    .contains("refused.usage")
                    .contains("the registry refuses the schema of io.fairway.avro.UsageRecord")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void aPinThatTheTopicsDoNotHaveIsBadConfiguration() {
        TopicAdmin.apply(admin, Topics.withPrefix("pinned."), 2, (short) 1);
        try (AppProcess app = serve("pinned.", Map.of("domain.pins", "alps=2"))) {
            Awaitility.await("it ends").atMost(PATIENCE).until(() -> !app.isAlive());

            assertThat(app.exitStatus()).isEqualTo(2);
            assertThat(app.printed())
                    .contains("domain.pins")
                    .contains("domain \"alps\": pinned to partition 2, but it must be 0 to 1")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void thePackagedProgramKnowsItsVersion() throws Exception {
        Path printed = directory.resolve("version.out");
        ChildJvm program = ChildJvm.start(
                "fairway",
                List.of(),
                Path.of("target", "*") + System.getProperty("path.separator") + Path.of("target", "lib", "*"),
                FairwayMain.class.getName(),
                List.of("--version"),
                printed);

        Awaitility.await("it ends").atMost(PATIENCE).until(() -> !program.isAlive());

        assertThat(program.exitStatus()).isZero();
        assertThat(Files.readString(printed)).matches("fairway \\d+\\.\\d+\\.\\d+.*\\R");
    }

    private static AppProcess serve(String prefix, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("bootstrap.servers", broker.bootstrapServers());
        settings.put("schema.registry.url", SharedRegistry.url());
        settings.put("application.id", prefix + "app");
        settings.put("topic.prefix", prefix);
        settings.put("topic.replication", "1");
        settings.put("state.dir", directory.resolve(prefix + "state").toString());
        return AppProcess.start(directory.resolve(prefix + "serve"), settings, JVM);
    }

    /** There is no heartbeat of it: what the group has committed tells. On a busy machine it may take more than one try. */
    private static void sharesOfADomainWithoutAPolicyAreAccepted(String prefix) {
        Path shares = directory.resolve("jura.yaml");
        AtomicInteger tries = new AtomicInteger();
        Awaitility.await("the application reads shares").atMost(PATIENCE).untilAsserted(() -> {
            Files.writeString(
                    shares, "{domain: jura, trees: {jura: {chip: {shares: " + tries.incrementAndGet() + "}}}}\n");
            StringWriter said = new StringWriter();
            int code = FairwayMain.commandLine("shares")
                    .setOut(new PrintWriter(said))
                    .setErr(new PrintWriter(said))
                    .execute(
                            "shares",
                            "apply",
                            "--prefix=" + prefix,
                            "--application-id=" + prefix + "app",
                            "--bootstrap-servers=" + broker.bootstrapServers(),
                            "--schema-registry=" + SharedRegistry.url(),
                            shares.toString());
            assertThat(code).as(said.toString()).isZero();
            assertThat(said.toString()).contains("accepted by the application");
        });
    }

    private static int members(String prefix) throws Exception {
        String group = prefix + "app";
        return Objects.requireNonNull(
                        admin.describeConsumerGroups(List.of(group)).all().get().get(group))
                .members()
                .size();
    }

    private static void sendAPendingJob(String prefix) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        try (Publisher publisher = AlpsRecords.publisher(broker.bootstrapServers(), SharedRegistry.url(), prefix)) {
            AlpsRecords.policy(publisher, DecayKind.HALF_LIFE, 60_000);
            publisher.send(Topic.SHARES, Keys.node("alps", "alps", "physics", ""), node(""));
            publisher.send(Topic.SHARES, Keys.node("alps", "alps", "physics", "anna"), node("anna"));
            AlpsRecords.job(
                    publisher,
                    AlpsRecords.event("0", JobEventType.STARTED, now)
                            .setAllocatedTres(Map.of("cpu", 1.0))
                            .build());
            AlpsRecords.job(
                    publisher,
                    AlpsRecords.event("1", JobEventType.SUBMITTED, now)
                            .setAttributes(JobAttributes.newBuilder()
                                    .setRequestedTres(Map.of("cpu", 1.0))
                                    .build())
                            .build());
            publisher.flush();
        }
    }

    private static ShareNode node(String user) {
        return ShareNode.newBuilder()
                .setDomain("alps")
                .setTree("alps")
                .setAccount("physics")
                .setUser(user)
                .build();
    }
}
