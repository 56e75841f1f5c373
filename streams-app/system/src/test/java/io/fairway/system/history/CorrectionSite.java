package io.fairway.system.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.access.Tokens;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.FreePorts;
import io.fairway.embedded.SharedRegistry;
import io.fairway.schemas.Topic;
import io.fairway.system.FairwayMain;
import io.fairway.trial.AppProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.awaitility.Awaitility;

/**
 * A site with access control: anna is a user, paul coordinates physics, olga is an operator. They type commands and send requests;
 * nobody else knows how usage is kept.
 */
final class CorrectionSite implements AutoCloseable {
    static final String DOMAIN = "alps";
    /** A page that may read answers. */
    static final String PORTAL = "https://portal.example.org";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Map<String, String> ROLES =
            Map.of("anna", "role=user", "paul", "role=coordinator accounts=physics", "olga", "role=operator");

    /** What the last command printed. */
    String printed = "";

    private final Path directory;
    private final EmbeddedBroker broker;
    private final HistoryRig rig;
    private final int port;
    private final Map<String, Path> tokens = new TreeMap<>();
    private AppProcess app;

    CorrectionSite(Path directory, List<GeneratedHistory.Produced> tables, Duration horizon) throws Exception {
        this.directory = directory;
        broker = EmbeddedBroker.start(directory.resolve("broker"));
        rig = new HistoryRig(directory, broker.bootstrapServers(), SharedRegistry.url(), 2, (short) 1);
        port = FreePorts.take(1).get(0);
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, String> person : ROLES.entrySet()) {
            String token = Tokens.random(new SecureRandom());
            tokens.put(person.getKey(), Files.writeString(directory.resolve("token-" + person.getKey()), token));
            lines.add("name=" + person.getKey() + " " + person.getValue() + " sha256=" + Tokens.hash(token));
        }
        Files.write(directory.resolve("tokens"), lines);
        rig.send(tables);
        keepSamples(horizon);
        app = rig.startApp("one", settings(horizon));
        awaitReady();
    }

    /** The application would not start: samples are kept for 30 days. */
    private void keepSamples(Duration horizon) throws Exception {
        ConfigResource samples =
                new ConfigResource(ConfigResource.Type.TOPIC, rig.topics().name(Topic.SAMPLES));
        ConfigEntry retention = new ConfigEntry("retention.ms", Long.toString(horizon.toMillis()));
        rig.admin()
                .incrementalAlterConfigs(
                        Map.of(samples, List.of(new AlterConfigOp(retention, AlterConfigOp.OpType.SET))))
                .all()
                .get();
    }

    private void awaitReady() {
        HttpRequest ready = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/ready"))
                .build();
        Awaitility.await("it is ready")
                .atMost(HistoryRig.PATIENCE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> {
                    app.requireAlive();
                    return HTTP.send(ready, HttpResponse.BodyHandlers.discarding())
                                    .statusCode()
                            == 200;
                });
    }

    private Map<String, String> settings(Duration horizon) {
        return Map.of(
                "mode", "live",
                "evaluation.interval.ms", "200",
                "ledger.horizon.ms", Long.toString(horizon.toMillis()),
                "http.listen", "127.0.0.1:" + port,
                "http.auth", "token",
                "http.auth.token.file", directory.resolve("tokens").toString(),
                "http.limit.rate", "0",
                "http.cors.origins", PORTAL,
                "kafka.producer.transaction.timeout.ms", "5000");
    }

    /** Starts the application again with another horizon, as docs/backfill.md says. */
    void restart(Duration horizon) {
        app.close();
        rig.awaitNoMembers();
        app = rig.startApp("one", settings(horizon), List.of("--new-settings"));
        awaitReady();
    }

    /** Sends runs that ended, as lines of {@code sacct} with times of UTC. */
    void backfill(String file, List<String> rows) throws IOException {
        List<String> lines = new ArrayList<>(List.of("JobIDRaw|Cluster|Account|User|State|Submit|Start|End|AllocTRES"));
        lines.addAll(rows);
        Path log = Files.write(directory.resolve(file), lines);
        run("", "backfill", log.toString(), "--application=" + rig.application(), "--patience=240");
        assertThat(printed).contains("sent ").contains("refused 0");
    }

    /**
     * A command line.
     *
     * @param person whose token it has; empty = nobody's
     * @return exit code
     */
    int run(String person, String... words) {
        List<String> line = new ArrayList<>(List.of(words));
        if (Stream.of("adjust", "backfill").anyMatch(words[0]::equals)) {
            line.add("--bootstrap-servers=" + broker.bootstrapServers());
            line.add("--schema-registry=" + SharedRegistry.url());
        }
        if (words[0].equals("adjust")) {
            line.add("--application-id=" + rig.application());
        }
        boolean asks =
                !words[0].equals("backfill") && !Stream.of("list", "undo").anyMatch(words[1]::equals);
        if (asks) {
            line.add("--server=http://127.0.0.1:" + port);
        }
        if (asks && !person.isEmpty()) {
            line.add("--token-file=" + tokens.get(person));
        }
        StringWriter out = new StringWriter();
        int code = FairwayMain.commandLine(line.getFirst())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(out))
                .execute(line.toArray(String[]::new));
        printed = out.toString();
        System.out.println(person + "$ fairway " + String.join(" ", words) + "\n" + printed.indent(4));
        return code;
    }

    /** What olga's command prints as JSON. */
    JsonNode ask(String... words) throws IOException {
        List<String> line = new ArrayList<>(List.of(words));
        line.add("--json");
        assertThat(run("olga", line.toArray(String[]::new))).as(printed).isZero();
        return JSON.readTree(printed);
    }

    /** Waits until olga's usage command says what it should. */
    void await(String what, Assertion assertion) {
        Awaitility.await(what)
                .atMost(HistoryRig.PATIENCE)
                .pollInterval(Duration.ofMillis(300))
                .untilAsserted(assertion::check);
    }

    @FunctionalInterface
    interface Assertion {
        void check() throws IOException;
    }

    /**
     * A request with a correction.
     *
     * @param person whose token it has; empty = nobody's
     * @param headers names and values of more headers
     */
    HttpResponse<String> post(String person, Map<String, Object> correction, String... headers) throws Exception {
        return send(person, "POST", "/adjustments", JSON.writeValueAsString(correction), headers);
    }

    HttpResponse<String> send(String person, String method, String path, String body, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/v1/domains/" + DOMAIN + path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (!person.isEmpty()) {
            request.header("Authorization", "Bearer " + Files.readString(Objects.requireNonNull(tokens.get(person))));
        }
        HttpResponse<String> answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        System.out.println((person.isEmpty() ? "nobody" : person) + ": " + method + " " + path + " " + body + " "
                + String.join(" ", headers) + "\n    " + answer.statusCode() + " " + answer.body());
        return answer;
    }

    @Override
    public void close() {
        rig.close();
        broker.close();
    }
}
