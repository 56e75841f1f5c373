package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.embedded.BrokerCluster;
import io.fairway.embedded.SharedRegistry;
import io.fairway.program.TopicAdmin;
import io.fairway.schemas.Topics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The brokers hang: connections stay, and nobody answers. It is the fault that clients notice last. */
@Order(2)
class SilentBrokersIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Pattern READY = Pattern.compile("fairway: ready: (http://127\\.0\\.0\\.1:\\d+/), application");
    private static final Pattern FAULT = Pattern.compile("Kafka at .* does not answer.*; this instance is not ready");

    @TempDir
    Path directory;

    @Test
    void anInstanceIsNotReadyWhileBrokersHangAndSaysItOnce() {
        try (BrokerCluster brokers = BrokerCluster.start(directory.resolve("brokers"), Map.of())) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrapServers()))) {
                TopicAdmin.apply(admin, Topics.standard(), 1, (short) 3);
            }
            try (AppHere app = AppHere.start(Map.of(
                    "bootstrap.servers",
                    brokers.bootstrapServers(),
                    "schema.registry.url",
                    SharedRegistry.url(),
                    "state.dir",
                    directory.resolve("state").toString(),
                    "http.listen",
                    "127.0.0.1:0"))) {
                await(app, 200, PATIENCE);

                IntStream.rangeClosed(1, 3).forEach(id -> brokers.broker(id).freeze());
                await(app, 503, PATIENCE);

                IntStream.rangeClosed(1, 3).forEach(id -> brokers.broker(id).thaw());
                await(app, 200, PATIENCE);
                assertThat(FAULT.matcher(app.printed()).results()).hasSize(1);
            }
        }
    }

    private static void await(AppHere app, int status, Duration atMost) {
        Awaitility.await("/ready answers " + status).atMost(atMost).until(() -> status(app) == status);
    }

    /** Of its readiness; 0 = it does not listen yet. */
    private static int status(AppHere app) throws IOException, InterruptedException {
        Matcher said = READY.matcher(app.printed());
        if (!said.find()) {
            return 0;
        }
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                            HttpRequest.newBuilder(URI.create(said.group(1) + "ready"))
                                    .build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }
}
