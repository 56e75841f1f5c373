package io.fairway.dist;

import static io.fairway.dist.RenderedChart.NEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The secret of the instances is made once. Helm asks a stand-in for the API server, which knows only what it must. */
class ChartPeerSecretIT {
    private static final String SECRET = "/api/v1/namespaces/hpc/secrets/batch-peer";
    private static final String NOT_FOUND =
            "{\"kind\": \"Status\", \"status\": \"Failure\", \"reason\": \"NotFound\", \"code\": 404}";

    private final Map<String, String> answers = new TreeMap<>();

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        answers.put("/version", "{\"major\": \"1\", \"minor\": \"31\", \"gitVersion\": \"v1.31.0\"}");
        answers.put("/api", "{\"kind\": \"APIVersions\", \"versions\": [\"v1\"]}");
        answers.put("/apis", """
                {"kind": "APIGroupList", "groups": [
                  {"name": "apps", "versions": [{"groupVersion": "apps/v1", "version": "v1"}]},
                  {"name": "policy", "versions": [{"groupVersion": "policy/v1", "version": "v1"}]},
                  {"name": "networking.k8s.io", "versions": [{"groupVersion": "networking.k8s.io/v1", "version": "v1"}]}]}
                """);
        knows("/api/v1", "Secret", "Service", "ConfigMap");
        knows("/apis/apps/v1", "StatefulSet");
        knows("/apis/policy/v1", "PodDisruptionBudget");
        knows("/apis/networking.k8s.io/v1", "NetworkPolicy");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        // The build has Helm look here; see the pom.
        Files.writeString(Path.of(System.getenv("KUBECONFIG")), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                users: [{name: u, user: {}}]
                current-context: c
                """.formatted(
                        server.getAddress().getPort()));
    }

    private void knows(String path, String... kinds) {
        StringBuilder list = new StringBuilder();
        for (String kind : kinds) {
            String plural = kind.endsWith("y") ? kind.substring(0, kind.length() - 1) + "ies" : kind + "s";
            list.append(list.isEmpty() ? "" : ", ")
                    .append("{\"name\": \"" + plural.toLowerCase(Locale.ROOT) + "\", \"kind\": \"" + kind
                            + "\", \"namespaced\": true, \"verbs\": [\"get\"]}");
        }
        String version = path.replaceFirst("/apis?/", "");
        answers.put(
                path,
                "{\"kind\": \"APIResourceList\", \"groupVersion\": \"" + version + "\", \"resources\": [" + list
                        + "]}");
    }

    private void answer(HttpExchange exchange) throws IOException {
        String answer = answers.get(exchange.getRequestURI().getPath());
        byte[] body = (answer == null ? NOT_FOUND : answer).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer == null ? 404 : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @AfterEach
    void stop() throws IOException {
        server.stop(0);
        Files.delete(Path.of(System.getenv("KUBECONFIG")));
    }

    @Test
    void aFirstInstallMakesASecretOfItsOwn() throws IOException {
        String first = decoded(installed());

        // http.peer.secret has 32 bytes at least.
        assertThat(first).matches("[A-Za-z0-9]{48}").isNotEqualTo(decoded(installed()));
    }

    @Test
    void whatIsThereIsKept() throws IOException {
        String kept = Base64.getEncoder().encodeToString("the secret of last year".getBytes(StandardCharsets.UTF_8));
        answers.put(SECRET, """
                {"apiVersion": "v1", "kind": "Secret", "data": {"secret": "%s"}, "metadata": {
                  "name": "batch-peer", "namespace": "hpc", "labels": {"app.kubernetes.io/managed-by": "Helm"},
                  "annotations": {"meta.helm.sh/release-name": "batch", "meta.helm.sh/release-namespace": "hpc"}}}
                """.formatted(kept));

        assertThat(installed()).isEqualTo(kept);
    }

    @Test
    void theApplicationReadsIt() throws IOException {
        RenderedChart chart = RenderedChart.of(NEEDED + "peerSecret: {existing: ours}\n");

        assertThat(chart.settings("batch").lines()).contains("http.peer.secret.file=/etc/fairway-peer/secret");
        assertThat(chart.pod().getVolumes()).anySatisfy(volume -> {
            assertThat(volume.getName()).isEqualTo("peer-secret");
            assertThat(volume.getSecret().getSecretName()).isEqualTo("ours");
        });
        assertThat(chart.container().getVolumeMounts()).extracting("mountPath").contains("/etc/fairway-peer");
        assertThat(chart.names()).noneMatch(name -> name.startsWith("Secret"));
    }

    private static String decoded(String text) {
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }

    /** What the Secret would have. */
    private static String installed() throws IOException {
        return Objects.requireNonNull(RenderedChart.of(NEEDED + "peerSecret: {create: true}\n")
                .get(Secret.class, "batch-peer")
                .getData()
                .get("secret"));
    }
}
