package io.fairway.embedded;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;

/**
 * Three Kafka nodes inside this JVM, with TLS on every listener. Clients log in by password (SCRAM-SHA-512) or by token
 * (OAUTHBEARER); nodes, and the administrator, by certificate. What no ACL allows is refused.
 */
public final class SecuredCluster implements AutoCloseable {
    private static final int SIZE = 3;
    private static final int LISTENERS = 3;

    /** The certificate that clients see. It has a file of its own, to be replaced. */
    public static final String CLIENTS = "clients";

    private final TestAuthority authority;
    private final List<Integer> ports;
    private final List<AutoCloseable> running = new ArrayList<>();

    private SecuredCluster(TestAuthority authority, List<Integer> ports) {
        this.authority = authority;
        this.ports = ports;
    }

    /** Starts it, and returns when all nodes serve. */
    public static SecuredCluster start(Path directory, TestAuthority authority, TokenIssuer issuer) {
        SecuredCluster cluster = new SecuredCluster(authority, FreePorts.take(LISTENERS * SIZE));
        Path nodes = authority.issue("node");
        Path clients = authority.issue(CLIENTS);
        authority.issue("setup");
        String id = Uuid.randomUuid().toString();
        String voters = IntStream.range(0, SIZE)
                .mapToObj(i -> KRaftNode.voter(i + 1, cluster.ports.get(2 * SIZE + i)))
                .collect(Collectors.joining(","));
        List<CompletableFuture<AutoCloseable>> starts = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            KRaftNode node = new KRaftNode(
                    i + 1,
                    cluster.ports.get(i),
                    cluster.ports.get(2 * SIZE + i),
                    voters,
                    directory.resolve("data-" + (i + 1)),
                    SIZE,
                    cluster.settings(i, nodes, clients, issuer));
            node.format(id);
            starts.add(CompletableFuture.supplyAsync(() -> node.start(Time.SYSTEM)));
        }
        starts.forEach(start -> cluster.running.add(start.join()));
        return cluster;
    }

    private Map<String, String> settings(int i, Path nodes, Path clients, TokenIssuer issuer) {
        Map<String, String> settings = new HashMap<>();
        String open = "CLIENTS://127.0.0.1:" + ports.get(i) + ",NODES://127.0.0.1:" + ports.get(SIZE + i);
        settings.put("listeners", open + ",CONTROLLER://127.0.0.1:" + ports.get(2 * SIZE + i));
        settings.put("advertised.listeners", open);
        settings.put("listener.security.protocol.map", "CLIENTS:SASL_SSL,NODES:SSL,CONTROLLER:SSL");
        settings.put("inter.broker.listener.name", "NODES");
        settings.put("authorizer.class.name", StandardAuthorizer.class.getName());
        settings.put("allow.everyone.if.no.acl.found", "false");
        settings.put("super.users", "User:node;User:setup");

        settings.put("ssl.keystore.type", "PEM");
        settings.put("ssl.keystore.location", nodes.toString());
        settings.put("ssl.truststore.type", "PEM");
        settings.put("ssl.truststore.location", authority.certificate().toString());
        settings.put("ssl.client.auth", "required");
        settings.put("ssl.principal.mapping.rules", "RULE:^CN=([^,]*).*$/$1/");

        String listener = "listener.name.clients.";
        settings.put(listener + "ssl.client.auth", "none");
        settings.put(listener + "ssl.keystore.type", "PEM");
        settings.put(listener + "ssl.keystore.location", clients.toString());
        settings.put(listener + "sasl.enabled.mechanisms", "SCRAM-SHA-512,OAUTHBEARER");
        settings.put(
                listener + "scram-sha-512.sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required;");
        settings.put(
                listener + "oauthbearer.sasl.jaas.config",
                "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;");
        settings.put(
                listener + "oauthbearer.sasl.server.callback.handler.class",
                "org.apache.kafka.common.security.oauthbearer.OAuthBearerValidatorCallbackHandler");
        settings.put(listener + "oauthbearer.sasl.oauthbearer.jwks.endpoint.url", issuer.keysUrl());
        settings.put(listener + "oauthbearer.sasl.oauthbearer.expected.audience", TokenIssuer.AUDIENCE);
        settings.put(listener + "oauthbearer.sasl.oauthbearer.expected.issuer", issuer.url());
        return settings;
    }

    /** The value for {@code bootstrap.servers} of clients. */
    public String bootstrapServers() {
        return addresses(0);
    }

    private String addresses(int from) {
        return ports.subList(from, from + SIZE).stream()
                .map(port -> "127.0.0.1:" + port)
                .collect(Collectors.joining(","));
    }

    /** Settings of the administrator, who may do everything, by certificate. */
    public Map<String, String> setup() {
        Map<String, String> settings = new HashMap<>(tls());
        settings.put("bootstrap.servers", addresses(SIZE));
        settings.put("security.protocol", "SSL");
        settings.put("ssl.keystore.type", "PEM");
        settings.put(
                "ssl.keystore.location",
                authority.certificate().resolveSibling("setup.pem").toString());
        return settings;
    }

    /** Settings of a user with a password. */
    public Map<String, String> scram(String user, String password) {
        Map<String, String> settings = new HashMap<>(tls());
        settings.put("bootstrap.servers", bootstrapServers());
        settings.put("security.protocol", "SASL_SSL");
        settings.put("sasl.mechanism", "SCRAM-SHA-512");
        settings.put(
                "sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"" + user + "\" password=\""
                        + password + "\";");
        return settings;
    }

    /** Settings of a user who gets tokens by a secret. */
    public Map<String, String> token(String client, String secret, TokenIssuer issuer) {
        Map<String, String> settings = new HashMap<>(tls());
        settings.put("bootstrap.servers", bootstrapServers());
        settings.put("security.protocol", "SASL_SSL");
        settings.put("sasl.mechanism", "OAUTHBEARER");
        settings.put(
                "sasl.jaas.config", "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;");
        settings.put(
                "sasl.login.callback.handler.class",
                "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler");
        settings.put("sasl.oauthbearer.token.endpoint.url", issuer.tokenUrl());
        settings.put("sasl.oauthbearer.client.credentials.client.id", client);
        settings.put("sasl.oauthbearer.client.credentials.client.secret", secret);
        return settings;
    }

    private Map<String, String> tls() {
        return Map.of(
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.location",
                authority.certificate().toString());
    }

    /** Makes a user with a password. */
    public void addUser(Admin setup, String user, String password) throws Exception {
        setup.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(
                        user, new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096), password)))
                .all()
                .get();
    }

    /** Makes all nodes read the file with the certificate of the clients' listener again, as it is now. */
    public void readCertificateAgain(Admin setup) throws Exception {
        String key = "listener.name.clients.ssl.keystore.location";
        String file = authority.certificate().resolveSibling(CLIENTS + ".pem").toString();
        Map<ConfigResource, java.util.Collection<AlterConfigOp>> changes = new HashMap<>();
        for (int i = 1; i <= SIZE; i++) {
            changes.put(
                    new ConfigResource(ConfigResource.Type.BROKER, Integer.toString(i)),
                    List.of(new AlterConfigOp(new ConfigEntry(key, file), AlterConfigOp.OpType.SET)));
        }
        setup.incrementalAlterConfigs(changes).all().get();
    }

    @Override
    public void close() {
        List<CompletableFuture<Void>> stops = running.stream()
                .map(node -> CompletableFuture.runAsync(() -> {
                    try {
                        node.close();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .toList();
        stops.forEach(CompletableFuture::join);
    }
}
