package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.dispatcher.publish.Publisher;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.Keys;
import io.fairway.schemas.NamedClusters;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Every program as a principal of its own, on a cluster with TLS, passwords, tokens and ACLs, and a registry behind TLS
 * and a login. The ACLs are those that {@code fairway topics acl} prints, carried out by Kafka's own {@code kafka-acls}.
 */
@ResourceLock(SecuredRig.ONE_AT_A_TIME)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Order(1)
class SecuredClusterIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Topics TOPICS = Topics.of("fairway.", NamedClusters.parse(SecuredRig.CLUSTERS));
    private static final Path PAGE = Path.of("..", "..", "docs", "security.md");

    @TempDir
    private static Path directory;

    private static SecuredRig rig;

    private final Set<String> seen = new TreeSet<>();

    @BeforeAll
    static void start() throws Exception {
        rig = SecuredRig.start(directory);
    }

    @AfterAll
    static void stop() {
        if (rig != null) {
            rig.close();
        }
    }

    @Test
    @Order(1)
    void everyProgramDoesItsWorkAsItsOwnPrincipal() throws Exception {
        rig.createTopics();
        rig.createTopics("--dry-run");
        assertThat(rig.printed).contains("OK").doesNotContain("CREATE");

        Path shares = rig.write("shares.yaml", """
                domain: alps
                trees:
                  alps:
                    physics: {shares: 60, users: {anna: 3, ben: 1}}
                  jura:
                    physics: {shares: 60, users: {anna: 1}}
                """);
        Path policy = rig.write("policy.yaml", """
                domain: alps
                name: main
                effectiveFrom: 2026-01-01T00:00:00Z
                measure: {name: billing, decay: {kind: half-life, millis: 7d}}
                algorithm: fair-tree-slurm
                slurm: {weightFairshare: 1000}
                """);
        assertThat(rig.run("operator", true, "shares", "apply", shares.toString()))
                .as(rig.printed)
                .isZero();
        assertThat(rig.run("operator", true, "policy", "apply", policy.toString()))
                .as(rig.printed)
                .isZero();
        assertThat(rig.run("operator", true, "policy", "list")).as(rig.printed).isZero();
        Path moab = rig.write("moab.cfg", "FSPOLICY DEDICATEDPS\nFSDEPTH 4\nUSERCFG[john] FSTARGET=25.0-\n");
        assertThat(rig.run(
                        "operator",
                        true,
                        "import",
                        "moab",
                        moab.toString(),
                        "--domain=vosges",
                        "--processors=128",
                        "--publish"))
                .as(rig.printed)
                .isZero();

        try (AppHere app = rig.serve("application");
                Publisher alps = new Publisher(new DispatcherConfig(rig.program("producer:alps")));
                Publisher common = new Publisher(new DispatcherConfig(rig.program("producer")));
                KafkaConsumer<byte[], byte[]> reader = rig.reader("reader", "fairway-reader-of-the-test")) {
            alps.send(Topic.JOB_EVENTS, Keys.job("alps", "alps", "1"), pending("alps", "1"));
            alps.flush();
            common.send(Topic.JOB_EVENTS, Keys.job("alps", "jura", "4"), pending("jura", "4"));
            common.flush();
            reader.subscribe(List.of(TOPICS.name(Topic.PRIORITIES), TOPICS.name(Topic.DISPATCHES)));
            awaitRecord(app, reader, TOPICS.name(Topic.PRIORITIES), "alps|main|alps|1");
            awaitRecord(app, reader, TOPICS.name(Topic.PRIORITIES), "alps|main|jura|4");
            // A record on a wrong partition: the application writes it back to the topic that it came from.
            SecuredActions.send(
                    rig.client("producer:alps"), rig.program("producer:alps"), "alps", true, pending("alps", "2"));
            aWriterOfOneClusterSaysNothingOfAnother();

            Path config = rig.file("dispatch.properties", rig.program("dispatcher"));
            Thread dispatcher = new Thread(() -> {
                CommandLine line = FairwayMain.commandLine("dispatch");
                StringWriter out = new StringWriter();
                line.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
                line.execute("dispatch", "-c", config.toString(), "--processors", "4", "--no-dry-run");
            });
            dispatcher.start();
            try {
                awaitRecord(app, reader, TOPICS.name(Topic.DISPATCHES), "alps|alps|1");
                awaitRecord(app, reader, TOPICS.name(Topic.DISPATCHES), "alps|alps|2");
                awaitRecord(app, reader, TOPICS.name(Topic.DISPATCHES), "alps|jura|4");
            } finally {
                dispatcher.interrupt();
                dispatcher.join(PATIENCE.toMillis());
            }
            reader.commitSync();

            // Backfill: sends, waits until the group has read it, and looks for refusals.
            try (Publisher history = new Publisher(new DispatcherConfig(rig.program("backfill")));
                    Admin backfill = Admin.create(new HashMap<>(rig.client("backfill")))) {
                history.send(Topic.JOB_EVENTS, Keys.job("alps", "alps", "3"), pending("alps", "3"));
                history.flush();
                Awaitility.await("the history is read")
                        .atMost(PATIENCE)
                        .ignoreExceptions()
                        .until(() -> {
                            app.requireAlive();
                            var committed = backfill.listConsumerGroupOffsets("fairway")
                                    .partitionsToOffsetAndMetadata()
                                    .get();
                            var wanted = committed.keySet().stream()
                                    .filter(each -> each.topic().equals(TOPICS.name(Topic.JOB_EVENTS, "alps")))
                                    .collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest()));
                            var ends = backfill.listOffsets(wanted).all().get();
                            return !ends.isEmpty()
                                    && ends.entrySet().stream()
                                            .allMatch(end -> Objects.requireNonNull(committed.get(end.getKey()))
                                                            .offset()
                                                    >= end.getValue().offset() - 1);
                        });
            }
            awaitRecord(app, reader, TOPICS.name(Topic.PRIORITIES), "alps|main|alps|3");
            app.requireAlive();
            assertThat(app.printed()).doesNotContain("\tat ");
            assertThat(seen).noneMatch(each -> each.contains("alps|alps|5"));
        }
    }

    /** What a dispatcher may do is one role, and it has three programs: slots, a program of the site, and Slurm. */
    @ParameterizedTest
    @ValueSource(strings = {"slots", "command", "slurm"})
    @Order(2)
    void aDispatcherRunsEachOfItsPrograms(String to) throws Exception {
        Path scontrol = program("scontrol", """
                if [ "$1" = show ]; then
                  echo "ClusterName = alps"; echo "PriorityType = priority/multifactor"; exit
                fi
                while read -r line; do case $line in fairway-mark-*) echo "$line" >&2 ;; esac; done
                """);
        Path start = program("start", """
                while read -r line; do
                  id=${line#*:}; echo "{\\"id\\":${id%%,*},\\"answer\\":\\"started\\"}"
                done
                """);
        List<String> words = new ArrayList<>(List.of(
                "dispatch",
                "-c",
                rig.file("dispatch-" + to + ".properties", rig.program("dispatcher"))
                        .toString(),
                "--no-dry-run"));
        words.addAll(
                switch (to) {
                    case "slots" -> List.of("--processors", "4", "--once");
                    case "command" -> List.of("--processors", "4", "--once", "--to", "command", "--", start.toString());
                    default -> List.of("--to", "slurm", "--scontrol", scontrol.toString(), "--hand-back");
                });
        CommandLine line = FairwayMain.commandLine("dispatch");
        StringWriter out = new StringWriter();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));

        assertThat(line.execute(words.toArray(String[]::new)))
                .as(out.toString())
                .isZero();
        assertThat(out.toString()).doesNotContain("topics acl");
    }

    private static Path program(String name, String script) throws Exception {
        Path program = directory.resolve(name);
        Files.writeString(program, "#!/bin/sh\n" + script);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    /** The brokers keep it off the other's topic, and the application refuses what it says on its own. */
    private static void aWriterOfOneClusterSaysNothingOfAnother() throws Exception {
        try (Publisher eiger = new Publisher(new DispatcherConfig(rig.program("producer:eiger")))) {
            assertThatThrownBy(() -> {
                        eiger.send(Topic.JOB_EVENTS, Keys.job("alps", "alps", "5"), pending("alps", "5"));
                        eiger.flush();
                    })
                    .hasMessageContaining("fairway.job-events.alps");
        }
        SecuredActions.send(
                rig.client("producer:eiger"), rig.program("producer:eiger"), "eiger", false, pending("alps", "5"));
        try (KafkaConsumer<byte[], byte[]> letters = rig.reader("backfill", "")) {
            List<TopicPartition> all = List.of(
                    new TopicPartition(TOPICS.name(Topic.DEAD_LETTERS), 0),
                    new TopicPartition(TOPICS.name(Topic.DEAD_LETTERS), 1));
            letters.assign(all);
            letters.seekToBeginning(all);
            List<String> reasons = new ArrayList<>();
            Awaitility.await("the application refuses it").atMost(PATIENCE).until(() -> {
                letters.poll(Duration.ofMillis(200))
                        .forEach(letter -> reasons.add(text(letter.headers()
                                .lastHeader(DeadLetterHeaders.REASON)
                                .value())));
                return !reasons.isEmpty();
            });
            assertThat(reasons)
                    .containsExactly("cluster \"alps\": fairway.job-events.eiger is the topic of cluster \"eiger\" and"
                            + " takes its events only");
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Programs with the principal of another: each ends, and says what it may not do. */
    @Test
    @Order(2)
    void aProgramWithAForeignPrincipalSaysWhatItMayNotDo() throws Exception {
        String remedy = "'fairway topics acl' prints the ACLs that each role needs";
        assertThat(rig.run("reader", false, "topics", "create", "--partitions", "2"))
                .isEqualTo(1);
        assertThat(rig.printed).contains("Describe on topic fairway.").contains(remedy);
        assertThat(rig.run("reader", true, "shares", "list")).isEqualTo(1);
        assertThat(rig.printed).contains("fairway.shares").contains(remedy);
        Path shares = rig.write("others.yaml", "domain: jura\ntrees: {jura: {physics: {shares: 1}}}\n");
        assertThat(rig.run("application", true, "shares", "apply", shares.toString()))
                .as("the application may write shares, for the relay")
                .isZero();
        assertThat(rig.run("dispatcher", true, "policy", "list"))
                .as(rig.printed)
                .isZero();
        Path policy = rig.write("policy2.yaml", """
                domain: jura
                name: main
                effectiveFrom: 2026-01-01T00:00:00Z
                measure: {name: billing, decay: {kind: half-life, millis: 7d}}
                algorithm: fair-tree-slurm
                """);
        assertThat(rig.run("dispatcher", true, "policy", "apply", policy.toString()))
                .isEqualTo(1);
        assertThat(rig.printed).contains("fairway.policies").contains(remedy);

        for (String role : List.of("reader", "stranger")) {
            try (AppHere app = rig.serve(role)) {
                Awaitility.await(role + " cannot serve").atMost(PATIENCE).until(() -> !app.isAlive());
                assertThat(app.exitStatus()).isEqualTo(1);
                assertThat(app.printed()).contains("fairway.").contains(remedy).doesNotContain("\tat ");
            }
        }
        // All but a few: serve says so at once. Without Write it does not even see a topic that it never reads.
        List<AclBindingFilter> some = Stream.of(Topic.DEAD_LETTERS, Topic.USAGE)
                .map(topic -> new AclBindingFilter(
                        new ResourcePatternFilter(ResourceType.TOPIC, TOPICS.name(topic), PatternType.LITERAL),
                        new AccessControlEntryFilter(
                                "User:" + SecuredRig.user("application"),
                                null,
                                AclOperation.WRITE,
                                AclPermissionType.ALLOW)))
                .toList();
        var removed = rig.setup.deleteAcls(some).all().get();
        assertThat(removed).hasSize(2);
        try (AppHere app = rig.serve("application")) {
            Awaitility.await("one permission is missing").atMost(PATIENCE).until(() -> !app.isAlive());
            assertThat(app.printed())
                    .contains("user: Write on fairway.usage, Write and DescribeConfigs on fairway.dead-letters")
                    .contains(remedy);
        } finally {
            rig.setup.createAcls(removed).all().get();
        }

        CommandLine line = FairwayMain.commandLine("dispatch");
        StringWriter out = new StringWriter();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        assertThat(line.execute(
                        "dispatch",
                        "-c",
                        rig.file("foreign.properties", rig.program("operator")).toString(),
                        "--processors",
                        "4",
                        "--once"))
                .isEqualTo(1);
        assertThat(out.toString()).contains("fairway.").contains(remedy);
    }

    /** Writes nonsense to topics: no program runs afterwards. */
    @Test
    @Order(6)
    void theMatrixOfPrincipalsAndActionsIsAsIntended() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Topic topic : Topic.values()) {
            assertThat(SecuredActions.all())
                    .extracting(SecuredActions.Action::name)
                    .contains("write " + topic.suffix(), "read " + topic.suffix());
        }
        StringBuilder table = new StringBuilder(SecuredActions.head());
        Map<String, SecuredActions.Clients> clients = new HashMap<>();
        for (String role : SecuredActions.ROLES) {
            clients.put(role, new SecuredActions.Clients(rig.client(role)));
        }
        for (SecuredActions.Action action : SecuredActions.all()) {
            StringBuilder row = new StringBuilder("| ").append(action.name()).append(" |");
            for (String role : SecuredActions.ROLES) {
                String outcome = SecuredActions.outcome(action, Objects.requireNonNull(clients.get(role)));
                boolean intended = action.allowed().contains(role);
                row.append(' ')
                        .append(outcome.equals("allowed") ? "yes" : outcome.equals("refused") ? "-" : outcome)
                        .append(" |");
                if (!outcome.equals(intended ? "allowed" : "refused")) {
                    wrong.add(role + ", " + action.name() + ": " + outcome);
                }
            }
            table.append(row).append('\n');
        }
        clients.values().forEach(SecuredActions.Clients::close);
        System.out.println(table);
        assertThat(wrong).isEmpty();
        if (Boolean.getBoolean("docs.write")) {
            String page = Files.readString(PAGE);
            int from = page.indexOf("| action |");
            int to = page.indexOf("\n\n", from);
            Files.writeString(PAGE, page.substring(0, from) + table.toString().stripTrailing() + page.substring(to));
        }
        assertThat(Files.readString(PAGE)).contains(table);
    }

    @Test
    @Order(3)
    void wrongPasswordsTokensAndRegistryLoginsAreRefused() throws Exception {
        try (Admin admin = Admin.create(new HashMap<>(rig.cluster.scram(SecuredRig.user("reader"), "wrong")))) {
            assertThatThrownBy(() -> admin.describeCluster().clusterId().get())
                    .hasCauseInstanceOf(SaslAuthenticationException.class);
        }
        Map<String, String> settings = new HashMap<>(rig.client("operator"));
        settings.putAll(rig.registryLogin("operator"));
        settings.put("basic.auth.user.info", SecuredRig.user("operator") + ":wrong");
        assertThat(rig.run(rig.file("wrong.properties", settings), true, "shares", "list"))
                .as("it reads values, whose schemas are behind the login")
                .isEqualTo(1);
        assertThat(rig.printed).contains("refuses this program's login (status 401)");
    }

    private static JobEvent pending(String cluster, String job) {
        return JobEvent.newBuilder()
                .setDomain("alps")
                .setCluster(cluster)
                .setJob(job)
                .setType(JobEventType.SUBMITTED)
                .setTime(Instant.now().truncatedTo(java.time.temporal.ChronoUnit.MILLIS))
                .setUser("anna")
                .setAccount("physics")
                .setAttributes(JobAttributes.newBuilder()
                        .setRequestedTres(Map.of("cpu", 1.0))
                        .build())
                .build();
    }

    private void awaitRecord(AppHere app, KafkaConsumer<byte[], byte[]> reader, String topic, String key) {
        try {
            Awaitility.await(topic + " has " + key).atMost(PATIENCE).until(() -> {
                app.requireAlive();
                reader.poll(Duration.ofMillis(200))
                        .forEach(record ->
                                seen.add(record.topic() + " " + new String(record.key(), StandardCharsets.UTF_8)));
                return seen.stream().anyMatch(each -> each.startsWith(topic + " " + key));
            });
        } catch (org.awaitility.core.ConditionTimeoutException late) {
            throw new AssertionError(seen + "\n" + app.printed(), late);
        }
    }
}
