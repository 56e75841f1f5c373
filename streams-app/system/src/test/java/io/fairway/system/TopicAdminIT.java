package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.embedded.EmbeddedBroker;
import io.fairway.program.TopicAdmin;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.server.policy.CreateTopicPolicy;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicAdminIT {
    @TempDir
    private static Path directory;

    private static EmbeddedBroker broker;
    private static Admin admin;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(
                directory, Map.of("create.topic.policy.class.name", NoCompression.class.getName()));
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    @Test
    void makesTheTopicsOnceAndSeesThemAtOnce() throws Exception {
        Topics topics = Topics.withPrefix("once.");

        assertThat(TopicAdmin.apply(admin, topics, 3, (short) 1))
                .extracting(TopicAdmin.Planned::action)
                .containsOnly(TopicAdmin.Action.CREATE)
                .hasSize(Topic.values().length);
        // No waiting here: the change must be visible when apply returns.
        TopicAdmin.requireSamePartitions(
                admin, topics.inputs().stream().map(topics::name).toList());
        assertThat(admin.describeTopics(
                                Stream.of(Topic.values()).map(topics::name).toList())
                        .allTopicNames()
                        .get()
                        .values())
                .allSatisfy(topic -> assertThat(topic.partitions()).hasSize(3));

        assertThat(TopicAdmin.apply(admin, topics, 3, (short) 1))
                .extracting(TopicAdmin.Planned::action)
                .containsOnly(TopicAdmin.Action.OK);
    }

    /** It is small on the way. One of a gigabyte ended the application, and again at every start. */
    @Test
    void aBatchThatUnpacksToMoreThanATopicTakesIsRefused() throws Exception {
        TopicAdmin.apply(admin, Topics.withPrefix("packed."), 1, (short) 1);
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "compression.type",
                "zstd",
                "max.request.size",
                1 << 26);
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            byte[] zeros = new byte[20_000_000];
            for (String topic : List.of("packed.job-events", "packed.shares", "packed.misrouted")) {
                assertThatThrownBy(() -> producer.send(new ProducerRecord<>(topic, new byte[1], zeros))
                                .get())
                        .as(topic)
                        .hasCauseInstanceOf(RecordTooLargeException.class);
            }
            assertThat(producer.send(new ProducerRecord<>("packed.job-events", new byte[1_000_000]))
                            .get()
                            .offset())
                    .isZero();
        }
    }

    @Test
    void theCommandMakesThemAndIsContentTheSecondTime() {
        assertThat(create("--prefix", "command.", "--partitions", "2", "--dry-run"))
                .isZero();
        assertThat(out.toString()).contains("CREATE       command.job-events");
        assertThat(create("--prefix", "command.", "--partitions", "2")).isZero();
        assertThat(create("--prefix", "command.", "--partitions", "2")).isZero();

        assertThat(out.toString()).contains("OK           command.job-events");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void makesNothingWhenOneContradicts() throws Exception {
        Topics topics = Topics.withPrefix("other.");
        admin.createTopics(List.of(new NewTopic(topics.name(Topic.USAGE), Optional.of(5), Optional.of((short) 1))
                        .configs(Map.of("cleanup.policy", "delete"))))
                .all()
                .get();

        assertThatThrownBy(() -> TopicAdmin.apply(admin, topics, 3, (short) 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("other.usage: ")
                .hasMessageContaining("partitions is 5 and must be 3")
                .hasMessageContaining("cleanup.policy is delete and must be compact")
                .hasMessageContaining("message.timestamp.type is CreateTime and must be LogAppendTime");
        assertThat(create("--prefix", "other.", "--partitions", "3")).isEqualTo(1);

        assertThat(out.toString())
                .contains("CONTRADICTS  other.usage")
                .contains("             partitions is 5 and must be 3");
        assertThat(admin.listTopics().names().get())
                .filteredOn(name -> name.startsWith("other."))
                .containsExactly("other.usage");
    }

    /** As a provider of brokers does. */
    public static final class NoCompression implements CreateTopicPolicy {
        @Override
        public void configure(Map<String, ?> configs) {
            // It has no settings.
        }

        @Override
        public void validate(RequestMetadata topic) {
            if (topic.topic().startsWith("managed.") && topic.configs().containsKey("compression.type")) {
                throw new PolicyViolationException("Altering topic config 'compression.type' is not allowed");
            }
        }

        @Override
        public void close() {
            // It holds nothing.
        }
    }

    @Test
    void leavesOutWhatTheBrokersRefuse() throws Exception {
        assertThat(create("--prefix", "managed.", "--partitions", "2")).isEqualTo(1);
        assertThat(err.toString())
                .contains("the brokers refuse a topic with these settings: Altering topic config 'compression.type' is"
                        + " not allowed; --leave-out leaves out");

        assertThat(create("--prefix", "managed.", "--partitions", "2", "--leave-out", "compression.type"))
                .isZero();
        assertThat(out.toString())
                .contains("compression.type of job-events, samples, adjustments, clock, shares,")
                .contains("let only programs write there that you trust");
        ConfigResource shares = new ConfigResource(ConfigResource.Type.TOPIC, "managed.shares");
        Config settings = Objects.requireNonNull(
                admin.describeConfigs(List.of(shares)).all().get().get(shares));
        assertThat(settings.get("compression.type").value()).isEqualTo("producer");
        assertThat(settings.get("cleanup.policy").value()).isEqualTo("compact");
        assertThat(settings.get("message.timestamp.type").value()).isEqualTo("LogAppendTime");
    }

    @Test
    void aSettingThatTheApplicationNeedsIsNotLeftOut() {
        assertThat(create("--prefix", "needed.", "--leave-out", "cleanup.policy"))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "--leave-out: cleanup.policy cannot be left out, because the application does not run without it");
    }

    @Test
    void inputsThatArePartitionedOtherwiseAreRefused() throws Exception {
        Topics topics = Topics.withPrefix("uneven.");
        TopicAdmin.apply(admin, topics, 2, (short) 1);
        admin.createPartitions(
                        Map.of(topics.name(Topic.SHARES), org.apache.kafka.clients.admin.NewPartitions.increaseTo(3)))
                .all()
                .get();

        Awaitility.await("the broker knows the new partition")
                .atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThatThrownBy(() -> TopicAdmin.requireSamePartitions(
                                admin,
                                topics.inputs().stream().map(topics::name).toList()))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("uneven.shares=3")
                        .hasMessageContaining("uneven.job-events=2"));
    }

    private int create(String... more) {
        String[] args = Stream.concat(
                        Stream.of("topics", "create", "-b", broker.bootstrapServers(), "--replication", "1"),
                        Stream.of(more))
                .toArray(String[]::new);
        return FairwayMain.commandLine("topics")
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }
}
