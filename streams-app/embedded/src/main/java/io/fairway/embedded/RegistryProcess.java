package io.fairway.embedded;

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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A schema registry in a child process: Apicurio Registry, used only by Confluent's protocol. It can stop and start again at the
 * same address, with or without its schemas.
 */
public final class RegistryProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryProcess.class);
    /** Of one that lives and is silent; one that ends is not waited for. A busy machine needs minutes. */
    private static final Duration START_LIMIT = Duration.ofMinutes(4);

    private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);
    private static final Duration REQUEST_LIMIT = Duration.ofMinutes(1);

    /** The data that a new version of a schema must be able to read, by the names of Confluent's protocol. */
    public enum Compatibility {
        /** Data of the version before. */
        BACKWARD,
        /** Data of all versions before; and they must be able to read its data. */
        FULL_TRANSITIVE
    }

    /** Where the registry keeps schemas. */
    public enum Storage {
        /** Nowhere: a restart forgets them. */
        MEMORY,
        /** In files in its directory: a restart finds them, with their ids. */
        FILE
    }

    private final Path home;
    private final Path directory;
    private final Storage storage;
    private final Compatibility compatibility;
    private final int port;
    private final int managementPort;
    private @Nullable ChildJvm jvm;

    private RegistryProcess(
            Path home, Path directory, Storage storage, Compatibility compatibility, List<Integer> ports) {
        this.home = home;
        this.directory = directory;
        this.storage = storage;
        this.compatibility = compatibility;
        this.port = ports.get(0);
        this.managementPort = ports.get(1);
    }

    /**
     * Starts a registry and returns when it answers.
     *
     * @param directory the directory of its log, and of its schemas if it keeps them; created if missing
     * @param compatibility the rule for all subjects without their own
     * @throws IllegalStateException if it does not start, with what it said last
     */
    public static RegistryProcess start(Path directory, Storage storage, Compatibility compatibility) {
        return start(directory, storage, compatibility, 0);
    }

    /**
     * As above, with a given port.
     *
     * @param port the port for clients; 0 = any free port
     * @throws IllegalStateException also if another program listens on it
     */
    public static RegistryProcess start(Path directory, Storage storage, Compatibility compatibility, int port) {
        Path home = RegistryHome.find();
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create the registry's directory " + directory, e);
        }
        try {
            return startOnce(home, directory, storage, compatibility, port);
        } catch (IllegalStateException e) {
            LOG.warn("The schema registry did not start; trying other ports", e);
            return startOnce(home, directory, storage, compatibility, port);
        }
    }

    private static RegistryProcess startOnce(
            Path home, Path directory, Storage storage, Compatibility compatibility, int port) {
        var registry = new RegistryProcess(home, directory, storage, compatibility, FreePorts.take(2, port));
        registry.restart();
        return registry;
    }

    /** The value for {@code schema.registry.url}. A restart does not change it. */
    public String url() {
        return "http://127.0.0.1:" + port + "/apis/ccompat/v7";
    }

    /** Stops it, so that it refuses connections. Does nothing if it does not run. */
    public synchronized void stop() {
        if (jvm != null) {
            jvm.stop(STOP_PATIENCE);
            jvm = null;
        }
    }

    /**
     * Stops it if it runs, starts it at the same address, and returns when it answers.
     *
     * @throws IllegalStateException if it does not start, with what it said last
     */
    public synchronized void restart() {
        stop();
        ChildJvm child = launch();
        jvm = child;
        try {
            boolean answered = Waiting.until(() -> answers() || !child.isAlive(), START_LIMIT);
            if (!answered || !child.isAlive()) {
                throw child.failure("does not answer at " + url());
            }
            setCompatibility();
        } catch (RuntimeException e) {
            child.kill();
            jvm = null;
            throw e;
        }
    }

    private ChildJvm launch() {
        var options = new ArrayList<>(List.of(
                "-Xmx384m",
                "-XX:+UseSerialGC",
                // Quick compilation starts it a second or two sooner, and it has little to do.
                "-XX:TieredStopAtLevel=1",
                "-Dquarkus.http.host=127.0.0.1",
                "-Dquarkus.http.port=" + port,
                // Health and metrics. By default, they listen on all interfaces.
                "-Dquarkus.management.host=127.0.0.1",
                "-Dquarkus.management.port=" + managementPort));
        if (storage == Storage.FILE) {
            options.add("-Dapicurio.datasource.url=jdbc:h2:file:"
                    + directory.resolve("schemas").toAbsolutePath());
        }
        return ChildJvm.start(
                "schema registry",
                options,
                home.resolve("quarkus-run.jar").toString(),
                "io.quarkus.bootstrap.runner.QuarkusEntryPoint",
                List.of(),
                directory.resolve("registry.log"));
    }

    private boolean answers() {
        try {
            return send(HttpRequest.newBuilder(URI.create(url() + "/subjects"))).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private void setCompatibility() {
        String body = "{\"compatibility\": \"" + compatibility + "\"}";
        try {
            HttpResponse<String> response = send(HttpRequest.newBuilder(URI.create(url() + "/config"))
                    .header("Content-Type", "application/json")
                    .PUT(BodyPublishers.ofString(body)));
            if (response.statusCode() != 200) {
                throw new IllegalStateException("The schema registry refused " + body + " with status "
                        + response.statusCode() + ": " + response.body());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The schema registry at " + url() + " did not take " + body, e);
        }
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
        try (var http = HttpClient.newHttpClient()) {
            return http.send(request.timeout(REQUEST_LIMIT).build(), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while waiting for the schema registry", e);
        }
    }

    /** The same as {@link #stop()}. */
    @Override
    public void close() {
        stop();
    }
}
