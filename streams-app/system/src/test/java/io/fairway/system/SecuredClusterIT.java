package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.dispatcher.DispatcherConfig;
import io.fairway.dispatcher.Publisher;
import io.fairway.schemas.Keys;
import io.fairway.schemas.ReloadingSslEngineFactory;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.system.embedded.AppProcess;
import io.fairway.system.embedded.RegistryGuard;
import io.fairway.system.embedded.RegistryProcess;
import io.fairway.system.embedded.SecuredCluster;
import io.fairway.system.embedded.TestAuthority;
import io.fairway.system.embedded.TokenIssuer;
import java.io.BufferedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.tools.AclCommand;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Every program as a principal of its own, on a cluster with TLS, passwords, tokens and ACLs, and a registry behind TLS
 * and a login. The ACLs are those that {@code fairway topics acl} prints, carried out by Kafka's own {@code kafka-acls}.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SecuredClusterIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Topics TOPICS = Topics.standard();
    private static final Path PAGE = Path.of("..", "..", "docs", "security.md");
    private static final String URLS = "org.apache.kafka.sasl.oauthbearer.allowed.urls";

    /** By token; the others by password. */
    private static final Set<String> WITH_TOKEN = Set.of("producer", "reader");

    @TempDir
    private static Path directory;

    private static TestAuthority authority;
    private static TokenIssuer issuer;
    private static SecuredCluster cluster;
    private static RegistryProcess registry;
    private static RegistryGuard guard;
    private static Admin setup;

    private final Set<String> seen = new TreeSet<>();
    private String printed = "";

    @BeforeAll
    static void start() throws Exception {
        authority = new TestAuthority(directory.resolve("certificates"));
        issuer = new TokenIssuer();
        System.setProperty(URLS, issuer.keysUrl() + "," + issuer.tokenUrl());
        registry = RegistryProcess.start(
                directory.resolve("registry"),
                RegistryProcess.Storage.MEMORY,
                RegistryProcess.Compatibility.FULL_TRANSITIVE);
        authority.issue("registry");
        guard = new RegistryGuard(authority.server("registry"), registry.url());
        cluster = SecuredCluster.start(directory.resolve("nodes"), authority, issuer);
        setup = Admin.create(new HashMap<>(cluster.setup()));
        for (String role : SecuredActions.ROLES) {
            cluster.addUser(setup, user(role), secret(role));
            issuer.add(user(role), secret(role));
            guard.add(user(role), secret(role));
        }
        cluster.addUser(setup, "stranger", secret("stranger"));
        guard.add("stranger", secret("stranger"));
        addAcls();
    }

    @AfterAll
    static void stop() {
        System.clearProperty(URLS);
        setup.close();
        cluster.close();
        guard.close();
        registry.close();
        issuer.close();
    }

    /** What {@code fairway topics acl} prints goes into Kafka's own tool, word by word. */
    private static void addAcls() throws Exception {
        Path admin = file("admin.properties", cluster.setup());
        CommandLine line = FairwayMain.commandLine();
        StringWriter out = new StringWriter();
        line.setOut(new PrintWriter(out));
        assertThat(line.execute(
                        "topics", "acl", "-b", cluster.setup().get("bootstrap.servers"), "--format", "kafka-acls"))
                .isZero();
        String commands = out.toString().replace("\\\n", "");
        List<String> lines = commands.lines()
                .filter(each -> !each.startsWith("#") && !each.isBlank())
                .toList();
        assertThat(lines).hasSizeGreaterThan(SecuredActions.ROLES.size());
        Exit.setExitProcedure((status, message) -> {
            throw new IllegalStateException("kafka-acls ended with " + status + ": " + message);
        });
        try {
            for (String command : lines) {
                List<String> words = List.of(command.trim().split("\\s+"));
                assertThat(words.get(0)).isEqualTo("kafka-acls");
                AclCommand.main(words.stream()
                        .skip(1)
                        .map(word -> word.equals("admin.properties") ? admin.toString() : word)
                        .toArray(String[]::new));
            }
        } finally {
            Exit.resetExitProcedure();
        }
    }

    @Test
    @Order(1)
    void everyProgramDoesItsWorkAsItsOwnPrincipal() throws Exception {
        assertThat(run("topic-admin", false, "topics", "create", "--partitions", "2", "--replication", "3"))
                .as(printed)
                .isZero();
        assertThat(run("topic-admin", false, "topics", "create", "--partitions", "2", "--dry-run"))
                .as(printed)
                .isZero();
        assertThat(printed).contains("OK").doesNotContain("CREATE");

        Path shares = write("shares.yaml", """
                domain: alps
                trees:
                  alps:
                    physics: {shares: 60, users: {anna: 3, ben: 1}}
                """);
        Path policy = write("policy.yaml", """
                domain: alps
                name: main
                effectiveFrom: 2026-01-01T00:00:00Z
                measure: {name: billing, decay: {kind: half-life, millis: 7d}}
                algorithm: fair-tree-slurm
                slurm: {weightFairshare: 1000}
                """);
        assertThat(run("operator", true, "shares", "apply", shares.toString()))
                .as(printed)
                .isZero();
        assertThat(run("operator", true, "policy", "apply", policy.toString()))
                .as(printed)
                .isZero();
        assertThat(run("operator", true, "policy", "list")).as(printed).isZero();
        Path moab = write("moab.cfg", "FSPOLICY DEDICATEDPS\nFSDEPTH 4\nUSERCFG[john] FSTARGET=25.0-\n");
        assertThat(run(
                        "operator",
                        true,
                        "import",
                        "moab",
                        moab.toString(),
                        "--domain=vosges",
                        "--processors=128",
                        "--publish"))
                .as(printed)
                .isZero();

        try (AppProcess app = serve("application");
                Publisher producer = new Publisher(new DispatcherConfig(program("producer")));
                KafkaConsumer<byte[], byte[]> reader = reader("fairway-reader-of-the-test")) {
            producer.send(Topic.JOB_EVENTS, Keys.job("alps", "alps", "1"), pending("alps", "1"));
            producer.flush();
            reader.subscribe(List.of(TOPICS.name(Topic.PRIORITIES), TOPICS.name(Topic.DISPATCHES)));
            awaitRecord(app, reader, TOPICS.name(Topic.PRIORITIES), "alps|main|alps|1");
            // A record on a wrong partition: the application writes it back to the topic that it came from.
            SecuredActions.misplace(client("producer"), program("producer"), "alps", pending("alps", "2"));

            Path config = file("dispatch.properties", program("dispatcher"));
            Thread dispatcher = new Thread(() -> {
                CommandLine line = FairwayMain.commandLine();
                StringWriter out = new StringWriter();
                line.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
                line.execute("dispatch", "-c", config.toString(), "--processors", "4", "--no-dry-run");
                printed = out.toString();
            });
            dispatcher.start();
            try {
                awaitRecord(app, reader, TOPICS.name(Topic.DISPATCHES), "alps|alps|1");
                awaitRecord(app, reader, TOPICS.name(Topic.DISPATCHES), "alps|alps|2");
            } finally {
                dispatcher.interrupt();
                dispatcher.join(PATIENCE.toMillis());
            }
            reader.commitSync();

            // Backfill: sends, waits until the group has read it, and looks for refusals.
            try (Publisher history = new Publisher(new DispatcherConfig(program("backfill")));
                    Admin backfill = Admin.create(new HashMap<>(client("backfill")))) {
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
                                    .filter(each -> each.topic().equals(TOPICS.name(Topic.JOB_EVENTS)))
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
        }
    }

    /** Programs with the principal of another: each ends, and says what it may not do. */
    @Test
    @Order(2)
    void aProgramWithAForeignPrincipalSaysWhatItMayNotDo() throws Exception {
        String remedy = "'fairway topics acl' prints the ACLs that each role needs";
        assertThat(run("reader", false, "topics", "create", "--partitions", "2"))
                .isEqualTo(1);
        assertThat(printed).contains("Describe on topic fairway.").contains(remedy);
        assertThat(run("reader", true, "shares", "list")).isEqualTo(1);
        assertThat(printed).contains("fairway.shares").contains(remedy);
        Path shares = write("others.yaml", "domain: jura\ntrees: {jura: {physics: {shares: 1}}}\n");
        assertThat(run("application", true, "shares", "apply", shares.toString()))
                .as("the application may write shares, for the relay")
                .isZero();
        assertThat(run("dispatcher", true, "policy", "list")).as(printed).isZero();
        Path policy = write("policy2.yaml", """
                domain: jura
                name: main
                effectiveFrom: 2026-01-01T00:00:00Z
                measure: {name: billing, decay: {kind: half-life, millis: 7d}}
                algorithm: fair-tree-slurm
                """);
        assertThat(run("dispatcher", true, "policy", "apply", policy.toString()))
                .isEqualTo(1);
        assertThat(printed).contains("fairway.policies").contains(remedy);

        for (String role : List.of("reader", "stranger")) {
            try (AppProcess app = serve(role)) {
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
                                "User:" + user("application"), null, AclOperation.WRITE, AclPermissionType.ALLOW)))
                .toList();
        var removed = setup.deleteAcls(some).all().get();
        assertThat(removed).hasSize(2);
        try (AppProcess app = serve("application")) {
            Awaitility.await("one permission is missing").atMost(PATIENCE).until(() -> !app.isAlive());
            assertThat(app.printed())
                    .contains("user: Write on fairway.usage, Write and DescribeConfigs on fairway.dead-letters")
                    .contains(remedy);
        } finally {
            setup.createAcls(removed).all().get();
        }

        CommandLine line = FairwayMain.commandLine();
        StringWriter out = new StringWriter();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        assertThat(line.execute(
                        "dispatch",
                        "-c",
                        file("foreign.properties", program("operator")).toString(),
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
        StringBuilder table = new StringBuilder(SecuredActions.head());
        Map<String, SecuredActions.Clients> clients = new HashMap<>();
        for (String role : SecuredActions.ROLES) {
            clients.put(role, new SecuredActions.Clients(client(role), Admin.create(new HashMap<>(client(role)))));
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
        clients.values().forEach(each -> each.admin().close());
        System.out.println(table);
        assertThat(wrong).isEmpty();
        if (Boolean.getBoolean("docs.write")) {
            String page = Files.readString(PAGE);
            int from = page.indexOf(SecuredActions.head());
            int to = page.indexOf("\n\n", from);
            Files.writeString(PAGE, page.substring(0, from) + table.toString().stripTrailing() + page.substring(to));
        }
        assertThat(Files.readString(PAGE)).contains(table);
    }

    @Test
    @Order(3)
    void wrongPasswordsTokensAndRegistryLoginsAreRefused() throws Exception {
        try (Admin admin = Admin.create(new HashMap<>(cluster.scram(user("reader"), "wrong")))) {
            assertThatThrownBy(() -> admin.describeCluster().clusterId().get())
                    .hasCauseInstanceOf(SaslAuthenticationException.class);
        }
        Map<String, String> settings = new HashMap<>(client("operator"));
        settings.putAll(registryLogin("operator"));
        settings.put("basic.auth.user.info", user("operator") + ":wrong");
        assertThat(run(file("wrong.properties", settings), true, "shares", "list"))
                .as("it reads values, whose schemas are behind the login")
                .isEqualTo(1);
        assertThat(printed).contains("refuses this program's login (status 401)");
    }

    @Test
    @Order(4)
    void aCertificateThatEndsIsReplacedWhileItRuns() throws Exception {
        Path file = authority.certificate().resolveSibling(SecuredCluster.CLIENTS + ".pem");
        Path good = Files.copy(file, file.resolveSibling("good.pem"), StandardCopyOption.REPLACE_EXISTING);
        try (Admin open = Admin.create(new HashMap<>(client("reader")))) {
            open.describeCluster().clusterId().get();

            authority.issue(SecuredCluster.CLIENTS, Duration.ofSeconds(20));
            cluster.readCertificateAgain(setup);
            Instant end =
                    authority.certificate(SecuredCluster.CLIENTS).getNotAfter().toInstant();
            Awaitility.await("the certificate ends")
                    .atMost(PATIENCE)
                    .until(() -> Instant.now().isAfter(end));
            try (Admin late = Admin.create(new HashMap<>(client("reader")))) {
                assertThatThrownBy(() -> late.describeCluster().clusterId().get())
                        .hasCauseInstanceOf(SslAuthenticationException.class);
            }
            open.describeCluster().clusterId().get();

            Files.move(good, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.from(Instant.now()));
            cluster.readCertificateAgain(setup);
            Awaitility.await("new connections")
                    .atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> {
                        try (Admin again = Admin.create(new HashMap<>(client("reader")))) {
                            return again.describeCluster().clusterId().get() != null;
                        }
                    });
        }
    }

    /** A client logs in by certificate; the certificate ends; the file is replaced; the client goes on, with our factory. */
    @Test
    @Order(5)
    void aClientReadsItsCertificateAgain() throws Exception {
        authority.issue("setup", Duration.ofSeconds(20));
        Instant end = authority.certificate("setup").getNotAfter().toInstant();
        Map<String, Object> plain = new HashMap<>(cluster.setup());
        // Each call needs a new connection.
        plain.put("connections.max.idle.ms", "500");
        Map<String, Object> reloading = new HashMap<>(plain);
        reloading.put("ssl.engine.factory.class", ReloadingSslEngineFactory.class.getName());
        try (Admin kafkas = Admin.create(plain);
                Admin ours = Admin.create(reloading)) {
            assertThat(kafkas.describeCluster().clusterId().get())
                    .isEqualTo(ours.describeCluster().clusterId().get());
            Awaitility.await("the certificate ends")
                    .atMost(PATIENCE)
                    .until(() -> Instant.now().isAfter(end));
            awaitRefusal(ours);
            awaitRefusal(kafkas);
            authority.issue("setup");
            Awaitility.await("the client reads the file")
                    .atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> ours.describeCluster().clusterId().get() != null);
            awaitRefusal(kafkas);
        }
    }

    private static void awaitRefusal(Admin admin) {
        Awaitility.await("refused")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    try {
                        var unused = admin.describeCluster().clusterId().get();
                        return false;
                    } catch (java.util.concurrent.ExecutionException refused) {
                        return Failure.isOf(refused, SslAuthenticationException.class);
                    }
                });
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

    private void awaitRecord(AppProcess app, KafkaConsumer<byte[], byte[]> reader, String topic, String key) {
        try {
            Awaitility.await(topic + " has " + key).atMost(PATIENCE).until(() -> {
                app.requireAlive();
                reader.poll(Duration.ofMillis(200))
                        .forEach(record -> seen.add(record.topic() + " "
                                + new String(record.key(), java.nio.charset.StandardCharsets.UTF_8)));
                return seen.stream().anyMatch(each -> each.startsWith(topic + " " + key));
            });
        } catch (org.awaitility.core.ConditionTimeoutException late) {
            throw new AssertionError(seen + "\n" + app.printed(), late);
        }
    }

    private static String user(String role) {
        return "fairway-" + role;
    }

    private static String secret(String role) {
        return "secret-of-" + role;
    }

    /** Settings of a plain client of Kafka with the principal of a role. */
    private static Map<String, String> client(String role) {
        if (role.equals("stranger")) {
            return cluster.scram("stranger", secret(role));
        }
        return WITH_TOKEN.contains(role)
                ? cluster.token(user(role), secret(role), issuer)
                : cluster.scram(user(role), secret(role));
    }

    private static Map<String, String> registryLogin(String role) {
        return Map.of(
                "basic.auth.credentials.source",
                "USER_INFO",
                "basic.auth.user.info",
                (role.equals("stranger") ? role : user(role)) + ":" + secret(role),
                "schema.registry.ssl.truststore.type",
                "PEM",
                "schema.registry.ssl.truststore.location",
                authority.certificate().toString());
    }

    /** Settings of a program of ours with the principal of a role. */
    private static Map<String, String> program(String role) {
        Map<String, String> settings = new HashMap<>(registryLogin(role));
        client(role)
                .forEach((key, value) -> settings.put(key.equals("bootstrap.servers") ? key : "kafka." + key, value));
        settings.put("schema.registry.url", guard.url());
        return settings;
    }

    private static AppProcess serve(String role) {
        Map<String, String> settings = program(role);
        settings.put("state.dir", directory.resolve("state-" + role).toString());
        settings.put("topic.replication", "3");
        settings.put("kafka.producer.transaction.timeout.ms", "60000");
        return AppProcess.start(
                directory.resolve("serve-" + role),
                settings,
                List.of(
                        "-Xmx256m",
                        "-D" + URLS + "=" + System.getProperty(URLS),
                        "-Dlogback.configurationFile=logback.xml"));
    }

    private static KafkaConsumer<byte[], byte[]> reader(String group) {
        Map<String, Object> settings = new HashMap<>(client("reader"));
        settings.put("group.id", group);
        settings.put("auto.offset.reset", "earliest");
        settings.put("isolation.level", "read_committed");
        settings.put("enable.auto.commit", "false");
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Runs a command with the principal of a role; secrets are in a file, and not on the command line. */
    private int run(String role, boolean withRegistry, String... words) throws Exception {
        Map<String, String> settings = new HashMap<>(client(role));
        if (withRegistry) {
            settings.putAll(registryLogin(role));
        }
        return run(file(role + ".properties", settings), withRegistry, words);
    }

    private int run(Path properties, boolean withRegistry, String... words) {
        CommandLine line = FairwayMain.commandLine();
        StringWriter out = new StringWriter();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        List<String> all = new ArrayList<>(List.of(words));
        all.add("--bootstrap-servers=" + cluster.bootstrapServers());
        all.add("--properties=" + properties);
        if (withRegistry) {
            all.add("--schema-registry=" + guard.url());
        }
        int code = line.execute(all.toArray(String[]::new));
        printed = out.toString();
        return code;
    }

    private static Path file(String name, Map<String, String> settings) throws Exception {
        Path file = directory.resolve(name);
        Properties properties = new Properties();
        properties.putAll(settings);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        }
        return file;
    }

    private static Path write(String name, String text) throws Exception {
        return Files.writeString(directory.resolve(name), text);
    }
}
