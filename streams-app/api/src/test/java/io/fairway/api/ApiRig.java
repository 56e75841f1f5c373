package io.fairway.api;

import static io.fairway.engine.PipelineDriver.T0;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.api.http.ApiServer;
import io.fairway.api.http.ApiSettings;
import io.fairway.api.http.LiveStream;
import io.fairway.api.http.ServerMetrics;
import io.fairway.api.http.ServerTracing;
import io.fairway.api.query.Questions;
import io.fairway.api.query.Snapshots;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Measure;
import io.fairway.avro.PolicyState;
import io.fairway.engine.PipelineDriver;
import io.fairway.reading.Holdings;
import io.fairway.reading.saved.SavedDomain;
import io.fairway.schemas.Topics;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The API over the stores of a topology. Anna ran 4 processors for the first hour. Ben runs 2 since half an hour later.
 * Carla ran nothing. Each has a waiting job. The half-life is one hour; a shadow policy has two.
 */
final class ApiRig implements AutoCloseable {
    static final long HOUR = 3_600_000;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final PipelineDriver pipeline;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ApiServer server;

    /** What was written. */
    final WrittenAdjustments written = new WrittenAdjustments();

    /** How many dead letters of each kind were sent. */
    Map<String, Long> deadLetters = Map.of();

    /** The clock of the answers, epoch milliseconds. */
    long now;

    /** Records left to restore. */
    long lag;

    /** Whether the stores are those of the active task, or a standby's. */
    boolean active = true;

    ApiRig(ApiSettings settings) {
        this(settings, example(), T0 + 2 * HOUR);
    }

    /** The API over another pipeline, whose clock stands at an instant. */
    ApiRig(ApiSettings settings, PipelineDriver driven, long now) {
        pipeline = driven;
        pipeline.tick(now);
        this.now = now;
        Questions questions = new Questions(new OneInstance(), new Snapshots(() -> this.now, Runnable::run), 100);
        LiveStream live = new LiveStream(
                Topics.standard(),
                domain -> 0,
                () -> {
                    throw new IllegalStateException("no broker");
                },
                topic -> value -> {
                    throw new IllegalStateException("no broker");
                },
                LiveStream.Limits.STANDARD);
        server = ApiServer.start(settings, questions, live, written, new Recorded(), ServerTracing.OFF);
    }

    /** The requests that were answered: method, route and status. */
    final List<String> answered = new CopyOnWriteArrayList<>();

    private final class Recorded implements ServerMetrics {
        @Override
        public String text() {
            return "fairway_up 1\n";
        }

        @Override
        public void answered(String method, String route, int status, Duration took) {
            answered.add(method + " " + route + " " + status + (took.isPositive() ? "" : " in no time"));
        }
    }

    private static PipelineDriver example() {
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(HOUR);
        pipeline.policy(PipelineDriver.policyOf("shadow", 0, 2 * HOUR)
                .setState(PolicyState.SHADOW)
                .setMeasure(Measure.newBuilder()
                        .setName("slow")
                        .setDecay(Decay.newBuilder()
                                .setKind(DecayKind.HALF_LIFE)
                                .setMillis(2 * HOUR)
                                .build())
                        .build()));
        pipeline.share("physics", "anna", 3);
        pipeline.share("physics", "ben", 1);
        pipeline.share("bio/medical", "carla", 4);
        pipeline.start("1", "physics", "anna", T0, 4);
        pipeline.finish("1", T0 + HOUR, T0);
        pipeline.start("2", "physics", "ben", T0 + HOUR / 2, 2);
        pipeline.submit("3", "physics", "anna", T0 + HOUR);
        pipeline.submit("4", "physics", "ben", T0 + HOUR);
        pipeline.submit("5/a b", "bio/medical", "carla", T0 + HOUR);
        return pipeline;
    }

    /** The address of this instance. */
    String self = "here:1";

    /** The instance that has the domain; null = this one. */
    @Nullable
    String elsewhere;

    private final class OneInstance implements Holdings {
        @Override
        public String self() {
            return self;
        }

        @Override
        public Set<String> instances() {
            return elsewhere == null ? Set.of(self) : Set.of(self, elsewhere);
        }

        @Override
        public int partition(String domain) {
            return 0;
        }

        @Override
        public List<String> holders(int partition) {
            return List.of(elsewhere == null ? self : elsewhere);
        }

        @Override
        public Set<Integer> partitions() {
            return elsewhere == null ? Set.of(0) : Set.of();
        }

        @Override
        public @Nullable Copy copy(int partition) {
            return elsewhere == null ? new Copy(0, active, lag, pipeline.stores()) : null;
        }

        @Override
        public Map<String, Long> deadLetters() {
            return deadLetters;
        }

        @Override
        public String state() {
            return "RUNNING";
        }
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    /** Asks, with headers as name, value, name, value. */
    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).timeout(PATIENCE);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    /** The answer as JSON. */
    JsonNode json(String path) throws IOException, InterruptedException {
        return new ObjectMapper().readTree(get(path).body());
    }

    /** The state of the usual domain, with some parameters. */
    SavedDomain state(String query) throws IOException, InterruptedException {
        JsonNode json = json("/v1/domains/" + PipelineDriver.DOMAIN + "/state" + query);
        List<SavedDomain.Row> rows = new ArrayList<>();
        json.get("rows")
                .forEach(row -> rows.add(new SavedDomain.Row(
                        row.get("store").asText(),
                        row.get("key").asText(),
                        row.get("value").asText())));
        return new SavedDomain(
                json.get("domain").asText(),
                json.get("format").asInt(),
                json.get("program").asText(),
                Instant.parse(json.get("asOf").asText()),
                rows);
    }

    HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        server.close();
        client.shutdownNow();
        pipeline.close();
    }
}
