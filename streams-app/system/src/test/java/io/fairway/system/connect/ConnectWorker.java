package io.fairway.system.connect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.embedded.ChildJvm;
import io.fairway.embedded.FreePorts;
import io.fairway.embedded.ShortLivedJvm;
import io.fairway.system.docs.Documents;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.awaitility.Awaitility;

/**
 * Kafka's own Connect worker in a child process, with the plug-in folder that the build makes, and the files of
 * {@code connectors/connect/config}. Its libraries are in target/worker of connectors/connect-worker, and on no class path of
 * ours.
 */
final class ConnectWorker implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(4);
    static final Path CONFIG = Documents.ROOT.resolve("connectors/connect/config");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path directory;
    private final Map<String, String> addresses;
    private final Map<String, String> more;
    private final int port = FreePorts.take(1).get(0);
    private final HttpClient http = HttpClient.newHttpClient();
    private ChildJvm jvm;

    private ConnectWorker(Path directory, Map<String, String> addresses, Map<String, String> more) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.addresses = addresses;
        this.more = more;
        writeConfiguration();
        jvm = launch();
    }

    /**
     * Starts a worker and returns when it answers.
     *
     * @param addresses of broker and registry
     */
    static ConnectWorker start(Path directory, Map<String, String> addresses) throws IOException {
        return start(directory, addresses, Map.of());
    }

    /**
     * As above.
     *
     * @param more settings of the worker that are others here than in its file
     */
    static ConnectWorker start(Path directory, Map<String, String> addresses, Map<String, String> more)
            throws IOException {
        ConnectWorker worker = new ConnectWorker(directory, addresses, more);
        worker.awaitAnswer();
        return worker;
    }

    private static Path built(String property, String path, String command) {
        String named = System.getProperty(property);
        Path place = named == null ? Documents.ROOT.resolve(path) : Path.of(named);
        if (!Files.isDirectory(place)) {
            throw new IllegalStateException(place + " is missing: ./mvnw package -pl " + command + " -am makes it");
        }
        return place;
    }

    private void writeConfiguration() throws IOException {
        Properties properties = new Properties();
        try (var in = Files.newBufferedReader(CONFIG.resolve("worker.properties"))) {
            properties.load(in);
        }
        Path plugin = built("fairway.connect.plugin", "connectors/connect/target/plugin", "connectors/connect");
        Path debezium = built(
                "fairway.connect.debezium", "connectors/connect-worker/target/plugins", "connectors/connect-worker");
        properties.putAll(Map.of(
                "bootstrap.servers",
                addresses.getOrDefault("bootstrap.servers", ""),
                "value.converter.schema.registry.url",
                addresses.getOrDefault("schema.registry.url", ""),
                "plugin.path",
                plugin + "," + debezium,
                "listeners",
                "http://127.0.0.1:" + port,
                // A killed worker is missed sooner, and nobody waits for it to come back.
                "session.timeout.ms",
                "6000",
                "heartbeat.interval.ms",
                "2000",
                "scheduled.rebalance.max.delay.ms",
                "0",
                "offset.storage.partitions",
                "3",
                "status.storage.partitions",
                "1"));
        properties.putAll(more);
        try (BufferedWriter out = Files.newBufferedWriter(directory.resolve("worker.properties"))) {
            properties.store(out, null);
        }
        Files.writeString(directory.resolve("logback.xml"), """
                <configuration>
                  <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>%d{HH:mm:ss.SSS} %-5level [%thread] %logger{20}: %msg%n</pattern></encoder>
                  </appender>
                  <root level="INFO"><appender-ref ref="OUT"/></root>
                </configuration>
                """);
    }

    private ChildJvm launch() {
        Path libraries =
                built("fairway.connect.worker", "connectors/connect-worker/target/worker", "connectors/connect-worker");
        return ChildJvm.start(
                "the Connect worker",
                ShortLivedJvm.options("512m", "-Dlogback.configurationFile=" + directory.resolve("logback.xml")),
                libraries.resolve("*").toString(),
                "org.apache.kafka.connect.cli.ConnectDistributed",
                List.of(directory.resolve("worker.properties").toString()),
                directory.resolve("worker.log"));
    }

    private void awaitAnswer() {
        Awaitility.await("the worker answers")
                .atMost(PATIENCE)
                .failFast("the worker ended: " + directory.resolve("worker.log"), () -> !jvm.isAlive())
                .ignoreExceptions()
                .until(() -> send("GET", "/connectors", "").statusCode() == 200);
    }

    /** Kills it like {@code kill -9}. */
    void kill() {
        jvm.kill();
    }

    /** Starts it again, and returns when it answers. */
    void restart() {
        jvm = launch();
        awaitAnswer();
    }

    /**
     * Creates or changes the connector of a file, and returns when its task runs.
     *
     * @param changes settings that are others here than in the file
     */
    void run(String file, Map<String, String> changes) throws IOException {
        JsonNode connector = JSON.readTree(Files.readString(CONFIG.resolve(file)));
        ObjectNode config = (ObjectNode) connector.get("config");
        config.put("value.converter.schema.registry.url", addresses.get("schema.registry.url"));
        changes.forEach(config::put);
        String name = connector.get("name").asText();
        HttpResponse<String> answer = Awaitility.await("the worker takes " + file)
                .atMost(PATIENCE)
                .ignoreExceptions()
                // 409 while its group is being formed.
                .until(
                        () -> send("PUT", "/connectors/" + name + "/config", config.toString()),
                        response -> response.statusCode() != 409 && response.statusCode() < 500);
        if (answer.statusCode() >= 300) {
            throw new IllegalStateException(file + ": the worker refused it: " + answer.body());
        }
        Awaitility.await(file + " runs").atMost(PATIENCE).ignoreExceptions().until(() -> isRunning(name));
    }

    /** The worker's answer to a configuration, which may be a refusal. */
    String validated(String type, Map<String, String> config) {
        try {
            return send("PUT", "/connector-plugins/" + type + "/config/validate", JSON.writeValueAsString(config))
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isRunning(String connector) throws IOException {
        JsonNode status = JSON.readTree(
                send("GET", "/connectors/" + connector + "/status", "").body());
        return status.path("connector").path("state").asText().equals("RUNNING")
                && !status.path("tasks").isEmpty()
                && status.path("tasks").get(0).path("state").asText().equals("RUNNING");
    }

    /** The status of a connector, for messages. */
    String status(String connector) {
        try {
            return send("GET", "/connectors/" + connector + "/status", "").body();
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** What an operator does with a failed task. */
    void restartFailed(String connector) throws IOException {
        var unused = send("POST", "/connectors/" + connector + "/restart?includeTasks=true&onlyFailed=true", "");
    }

    /** Its log so far. */
    String log() throws IOException {
        return Files.readString(directory.resolve("worker.log"));
    }

    private HttpResponse<String> send(String method, String path, String body) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        jvm.stop(Duration.ofSeconds(30));
    }
}
