package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.embedded.RegistryGuard;
import io.fairway.embedded.SecuredCluster;
import io.fairway.embedded.SharedRegistry;
import io.fairway.embedded.TestAuthority;
import io.fairway.embedded.TokenIssuer;
import java.io.BufferedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.internals.Exit;
import org.apache.kafka.tools.AclCommand;
import picocli.CommandLine;

/**
 * A cluster with TLS, passwords, tokens and ACLs, a registry behind TLS and a login, and a user for each role. The ACLs are
 * those that {@code fairway topics acl} prints, carried out by Kafka's own {@code kafka-acls}.
 */
public final class SecuredRig implements AutoCloseable {
    /** It sets properties of the whole JVM. */
    public static final String ONE_AT_A_TIME = "secured cluster";

    /** The clusters with topics of their own. */
    public static final String CLUSTERS = "alps,eiger";

    private static final String URLS = "org.apache.kafka.sasl.oauthbearer.allowed.urls";

    /** By token; the others by password. */
    private static final Set<String> WITH_TOKEN = Set.of("producer", "producer:alps", "reader");

    final TestAuthority authority;
    final SecuredCluster cluster;
    final Admin setup;
    /** What the last command printed. */
    String printed = "";

    private final Path directory;
    private final TokenIssuer issuer;
    private final RegistryGuard guard;

    private SecuredRig(
            Path directory, TestAuthority authority, TokenIssuer issuer, RegistryGuard guard, SecuredCluster cluster) {
        this.directory = directory;
        this.authority = authority;
        this.issuer = issuer;
        this.guard = guard;
        this.cluster = cluster;
        setup = Admin.create(new HashMap<>(cluster.setup()));
    }

    /** Starts all of it, with the ACLs of every role. */
    public static SecuredRig start(Path directory) throws Exception {
        TestAuthority authority = new TestAuthority(directory.resolve("certificates"));
        TokenIssuer issuer = new TokenIssuer();
        System.setProperty(URLS, issuer.keysUrl() + "," + issuer.tokenUrl());
        authority.issue("registry");
        RegistryGuard guard = new RegistryGuard(authority.server("registry"), SharedRegistry.url());
        SecuredCluster cluster = SecuredCluster.start(directory.resolve("nodes"), authority, issuer);
        SecuredRig rig = new SecuredRig(directory, authority, issuer, guard, cluster);
        for (String role : SecuredActions.ROLES) {
            rig.add(user(role), secret(role));
        }
        rig.add("stranger", secret("stranger"));
        rig.addAcls();
        return rig;
    }

    /** As the administrator of topics; {@code more} options. */
    public void createTopics(String... more) throws Exception {
        List<String> line = new ArrayList<>(
                List.of("topics", "create", "--partitions", "2", "--replication", "3", "--clusters", CLUSTERS));
        line.addAll(List.of(more));
        assertThat(run("topic-admin", false, line.toArray(String[]::new)))
                .as(printed)
                .isZero();
    }

    private void add(String user, String secret) throws Exception {
        cluster.addUser(setup, user, secret);
        issuer.add(user, secret);
        guard.add(user, secret);
    }

    @Override
    public void close() {
        System.clearProperty(URLS);
        setup.close();
        cluster.close();
        guard.close();
        issuer.close();
    }

    /** What {@code fairway topics acl} prints goes into Kafka's own tool, word by word. */
    private void addAcls() throws Exception {
        Path admin = file("admin.properties", cluster.setup());
        CommandLine line = FairwayMain.commandLine("topics");
        StringWriter out = new StringWriter();
        line.setOut(new PrintWriter(out));
        assertThat(line.execute(
                        "topics",
                        "acl",
                        "-b",
                        cluster.setup().get("bootstrap.servers"),
                        "--format",
                        "kafka-acls",
                        "--clusters",
                        CLUSTERS))
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

    /** The user of a role, as {@code topics acl} names it. */
    static String user(String role) {
        return role.equals("stranger") ? role : "fairway-" + role.replace(':', '-');
    }

    private static String secret(String role) {
        return "secret-of-" + role;
    }

    /** Settings of a plain client of Kafka with the principal of a role. */
    public Map<String, String> client(String role) {
        return WITH_TOKEN.contains(role)
                ? cluster.token(user(role), secret(role), issuer)
                : cluster.scram(user(role), secret(role));
    }

    /** Settings of a client of the registry with the login of a role. */
    public Map<String, String> registryLogin(String role) {
        return Map.of(
                "basic.auth.credentials.source",
                "USER_INFO",
                "basic.auth.user.info",
                user(role) + ":" + secret(role),
                "schema.registry.ssl.truststore.type",
                "PEM",
                "schema.registry.ssl.truststore.location",
                authority.certificate().toString());
    }

    /** The registry behind TLS and a login. */
    public String registryUrl() {
        return guard.url();
    }

    /** Settings of a program of ours with the principal of a role. */
    Map<String, String> program(String role) {
        Map<String, String> settings = new HashMap<>(registryLogin(role));
        client(role)
                .forEach((key, value) -> settings.put(key.equals("bootstrap.servers") ? key : "kafka." + key, value));
        settings.put("schema.registry.url", guard.url());
        settings.put("topics.clusters", CLUSTERS);
        return settings;
    }

    AppHere serve(String role) {
        Map<String, String> settings = program(role);
        settings.put("state.dir", directory.resolve("state-" + role).toString());
        settings.put("topic.replication", "3");
        settings.put("kafka.producer.transaction.timeout.ms", "60000");
        return AppHere.start(settings);
    }

    /** Reads committed records with the principal of a role; a group of "" = none. */
    public KafkaConsumer<byte[], byte[]> reader(String role, String group) {
        Map<String, Object> settings = new HashMap<>(client(role));
        if (!group.isEmpty()) {
            settings.put("group.id", group);
        }
        settings.put("auto.offset.reset", "earliest");
        settings.put("isolation.level", "read_committed");
        settings.put("enable.auto.commit", "false");
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Runs a command with the principal of a role; secrets are in a file, and not on the command line. */
    public int run(String role, boolean withRegistry, String... words) throws Exception {
        Map<String, String> settings = new HashMap<>(client(role));
        if (withRegistry) {
            settings.putAll(registryLogin(role));
        }
        return run(file(role.replace(':', '-') + ".properties", settings), withRegistry, words);
    }

    int run(Path properties, boolean withRegistry, String... words) {
        CommandLine line = FairwayMain.commandLine(words[0]);
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

    Path file(String name, Map<String, String> settings) throws Exception {
        Path file = directory.resolve(name);
        Properties properties = new Properties();
        properties.putAll(settings);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        }
        return file;
    }

    Path write(String name, String text) throws Exception {
        return Files.writeString(directory.resolve(name), text);
    }
}
