package io.fairway.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.fairway.access.AccessConfigs;
import io.fairway.access.Caller;
import io.fairway.access.Logged;
import io.fairway.access.PeerPass;
import io.fairway.api.SelfSigned;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Peers of every kind: those that have the secret, and those that joined the group without it. */
@Isolated("It reads what everybody logs.")
class ForwarderTest {
    private static final String SECRET = "the secret that all instances have";
    private static final String PATH = "/v1/domains/alps/jobs?user=anna";
    private static final Caller ANNA = Caller.user("anna");
    /** Where an answer comes, however busy the machine is. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Logged logged = new Logged();
    private final BlockingQueue<Headers> heard = new LinkedBlockingQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final HttpServer server;
    private Answering answering = out -> new Said(200, "application/json", "{\"items\":[]}");

    ForwarderTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    private record Said(int status, String type, String body) {}

    private interface Answering {
        Said answer(Headers asked) throws IOException;
    }

    @BeforeEach
    void listen() {
        serve(server);
    }

    private void serve(HttpServer at) {
        at.setExecutor(threads);
        at.createContext("/", exchange -> {
            heard.add(exchange.getRequestHeaders());
            Said said = answering.answer(exchange.getRequestHeaders());
            byte[] body = said.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", said.type());
            exchange.getResponseHeaders().set("Location", "/elsewhere");
            String pass = exchange.getRequestHeaders().getFirst(Forwarder.PASS);
            if (pass != null && !said.type().contains("unsealed")) {
                exchange.getResponseHeaders()
                        .set(Forwarder.SEAL, signer(SECRET).seal(pass, said.status(), said.type(), body));
            }
            if (said.body().equals("drip") || said.body().equals("flood")) {
                exchange.sendResponseHeaders(said.status(), 0);
                pour(exchange.getResponseBody(), said.body().equals("flood") ? 65_536 : 1);
            } else {
                exchange.sendResponseHeaders(said.status(), body.length == 0 ? -1 : body.length);
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        });
        at.start();
    }

    /** Pours for ever: a byte every 50 ms, or as fast as it can. */
    private void pour(OutputStream out, int bytes) throws IOException {
        try {
            while (!ended.await(bytes == 1 ? 50 : 0, TimeUnit.MILLISECONDS)) {
                out.write(" ".repeat(bytes).getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void stop() {
        ended.countDown();
        server.stop(0);
        threads.shutdownNow();
        logged.close();
    }

    private static PeerPass signer(String secret) {
        return Objects.requireNonNull(
                AccessConfigs.of(Map.of("http.peer.secret", secret)).peers().pass(System::currentTimeMillis));
    }

    private static Peers peers(String... more) {
        Map<String, String> settings = new java.util.HashMap<>();
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return Peers.of(AccessConfigs.of(settings));
    }

    private String instance() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private Forwarder.Answer ask(Peers peers) throws IOException {
        return ask(peers, PATIENCE);
    }

    private Forwarder.Answer ask(Peers peers, Duration patience) throws IOException {
        try (Forwarder forwarder = new Forwarder(peers, patience, 1 << 20)) {
            return forwarder.ask(instance(), PATH, ANNA, Map.of());
        }
    }

    @Test
    void signsTheCallerAndSendsNoToken() throws Exception {
        assertThat(ask(peers("http.peer.secret", SECRET)).body()).asString().isEqualTo("{\"items\":[]}");
        Headers asked = heard.take();
        assertThat(asked.get("Authorization")).isNull();
        String pass = Objects.requireNonNull(asked.getFirst(Forwarder.PASS));
        assertThat(signer(SECRET).caller(pass, "GET " + PATH, instance())).isEqualTo(ANNA);
        assertThat(ask(Peers.OPEN).status()).isEqualTo(200);
        assertThat(heard.take()).doesNotContainKeys(Forwarder.PASS, "Authorization");
        assertThat(logged.texts()).noneMatch(text -> text.startsWith("ERROR"));
    }

    @Test
    void takesNoAnswerOfOneWithoutTheSecret() {
        for (String type : List.of("application/json", "application/json; unsealed=1")) {
            answering = asked -> new Said(200, type, "{\"items\":[]}");
            String secret = type.contains("unsealed") ? SECRET : "another secret of at least 32 bytes";
            logged.clear();
            assertThatThrownBy(() -> ask(peers("http.peer.secret", secret)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is not signed with this http.peer.secret");
            assertThat(logged.texts())
                    .anyMatch(text -> text.startsWith("ERROR answers of " + instance() + " are not taken"));
        }
    }

    /** Whoever joins a group that asks nobody for a name is a peer too. It gets no further than the API goes. */
    @Test
    void takesNothingThatTheApiDoesNotSay() {
        for (Said said : List.of(
                new Said(200, "text/html", "<html></html>"),
                new Said(200, "application/json", "<html></html>"),
                new Said(200, "application/json", "{} {}"),
                new Said(200, "application/json", "{\"items\": ["),
                new Said(200, "application/json", "[]"),
                new Said(200, "application/problem+json", "{}"),
                new Said(404, "application/json", "{}"),
                new Said(302, "application/json", "{}"),
                new Said(204, "application/json", ""),
                new Said(206, "application/json", "{}"))) {
            answering = asked -> said;
            for (Peers peers : List.of(Peers.OPEN, peers("http.peer.secret", SECRET))) {
                assertThatThrownBy(() -> ask(peers))
                        .as(said.toString())
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("it answers " + said.status());
            }
        }
        assertThat(logged.texts()).anyMatch(text -> text.contains("it answers 302, which the API never does"));
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void boundsAnAnswerInSizeAndInTimeAsAWhole() {
        answering = asked -> new Said(200, "application/json", "flood");
        assertThatThrownBy(() -> ask(Peers.OPEN)).hasMessageContaining("answered more than 1048576 bytes");
        answering = asked -> new Said(200, "application/json", "drip");
        assertThatThrownBy(() -> ask(Peers.OPEN, Duration.ofSeconds(2)))
                .hasMessageContaining("did not answer in full in time");
    }

    @Test
    void passesNothingOnIfCallersHaveNamesAndInstancesNoSecret(@TempDir Path directory) throws Exception {
        Path tokens = Files.writeString(directory.resolve("tokens"), "");
        String[] named = {"http.auth", "token", "http.auth.token.file", tokens.toString()};
        assertThat(peers(named).refusal()).contains("http.peer.secret is not set");
        assertThat(peers("http.open", "true").refusal()).isNull();
    }

    @Test
    void trustsAPrivateAuthorityIfToldAndSaysWhichPeerItDoesNotTrust(@TempDir Path directory) throws Exception {
        SelfSigned key = SelfSigned.in(directory);
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        char[] password = SelfSigned.PASSWORD.toCharArray();
        managers.init(KeyStore.getInstance(key.store().toFile(), password), password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        HttpsServer tls = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try {
            tls.setHttpsConfigurator(new HttpsConfigurator(context));
            serve(tls);
            String instance = "127.0.0.1:" + tls.getAddress().getPort();
            String[] served = {
                "http.tls.keystore",
                key.store().toString(),
                "http.tls.keystore.password.file",
                key.password().toString()
            };
            try (Forwarder stranger = new Forwarder(peers(served), PATIENCE, 1 << 20)) {
                for (int i = 0; i < 3; i++) {
                    assertThatThrownBy(() -> stranger.ask(instance, PATH, ANNA, Map.of()))
                            .isInstanceOf(IOException.class);
                }
            }
            assertThat(logged.texts())
                    .filteredOn(text -> text.startsWith("ERROR"))
                    .singleElement()
                    .asString()
                    .contains(instance, "its certificate is not trusted", "http.peer.ca");
            String[] trusting = {
                served[0],
                served[1],
                served[2],
                served[3],
                "http.peer.ca",
                key.authority().toString()
            };
            try (Forwarder forwarder = new Forwarder(peers(trusting), PATIENCE, 1 << 20)) {
                assertThat(forwarder.ask(instance, PATH, ANNA, Map.of()).status())
                        .isEqualTo(200);
            }
        } finally {
            tls.stop(0);
        }
    }
}
