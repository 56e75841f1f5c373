package io.fairway.api;

import io.fairway.access.AccessConfig;
import io.fairway.access.AccessConfigs;
import io.fairway.access.Address;
import io.fairway.access.Authenticators;
import io.fairway.access.Tokens;
import io.fairway.api.http.ApiServer;
import io.fairway.api.http.ApiSettings;
import io.fairway.api.http.LiveStream;
import io.fairway.api.http.ServerTracing;
import io.fairway.api.query.Questions;
import io.fairway.api.query.Snapshots;
import io.fairway.reading.Holdings;
import io.fairway.schemas.Topics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Two instances over one world: the first one holds the domain, the second one passes every question on. A third one
 * asks nobody for a name.
 */
final class VisibilityRig implements AutoCloseable {
    private final VisibilityWorld world;
    private final HttpClient client = HttpClient.newHttpClient();
    final VisibilityTopics topics;
    private final List<ApiServer> servers = new ArrayList<>();
    final Map<String, String> tokens = new HashMap<>();

    VisibilityRig(VisibilityWorld world, List<VisibilityOracle> callers, Path directory) throws IOException {
        this.world = world;
        topics = new VisibilityTopics(world.pipeline);
        List<String> lines = new ArrayList<>();
        for (VisibilityOracle caller : callers) {
            String role = caller.all() ? "operator" : caller.accounts().isEmpty() ? "user" : "coordinator";
            String token = "fairway_" + lines.size() + "_" + caller.name();
            String accounts = caller.accounts().isEmpty() ? "" : " accounts=" + written(caller.accounts());
            lines.add("name=" + caller.name() + " role=" + role + accounts + " sha256=" + Tokens.hash(token));
            tokens.put(key(caller), token);
        }
        Path file = Files.write(directory.resolve("tokens"), lines);
        AccessConfig access = AccessConfigs.of(Map.of(
                "http.auth", "token",
                "http.auth.token.file", file.toString(),
                "http.limit.rate", "0",
                "http.peer.secret", "a secret of the instances of this test"));
        ApiSettings guarded = ApiSettings.of(
                new Address("127.0.0.1", 0), access, Authenticators.of(access, () -> VisibilityWorld.NOW), "test");
        servers.add(start(guarded, true));
        servers.add(start(guarded, false));
        servers.add(start(ApiSettings.open("127.0.0.1", 0, "test"), true));
    }

    private static String key(VisibilityOracle caller) {
        return caller.name() + caller.accounts() + caller.all();
    }

    /** The accounts as a token file has them: of the domain's own tree without the tree. */
    private static String written(List<String> accounts) {
        return String.join(
                ",",
                accounts.stream()
                        .map(account -> account.replace("%", "%25").replace("alps/", ""))
                        .toList());
    }

    private ApiServer start(ApiSettings settings, boolean holds) {
        Snapshots snapshots = new Snapshots(() -> VisibilityWorld.NOW, Runnable::run);
        LiveStream live = new LiveStream(
                Topics.standard(),
                domain -> 0,
                topics::consumer,
                topic -> topics::decode,
                new LiveStream.Limits(100, 100));
        return ApiServer.start(
                settings,
                new Questions(new OneOfTwo(holds), snapshots, 100),
                live,
                new WrittenAdjustments(),
                () -> "fairway_up 1\n",
                ServerTracing.OFF);
    }

    private final class OneOfTwo implements Holdings {
        private final boolean holds;

        private OneOfTwo(boolean holds) {
            this.holds = holds;
        }

        private String first() {
            return "127.0.0.1:" + (servers.isEmpty() ? 0 : servers.get(0).port());
        }

        @Override
        public String self() {
            return holds ? first() : "second:1";
        }

        @Override
        public Set<String> instances() {
            return holds ? Set.of(first()) : Set.of(first(), self());
        }

        @Override
        public int partition(String domain) {
            return 0;
        }

        @Override
        public List<String> holders(int partition) {
            return List.of(first());
        }

        @Override
        public Set<Integer> partitions() {
            return holds ? Set.of(0) : Set.of();
        }

        @Override
        public @Nullable Copy copy(int partition) {
            return holds ? new Copy(0, true, 0, world.pipeline.stores()) : null;
        }

        @Override
        public String state() {
            return "RUNNING";
        }
    }

    /**
     * Asks.
     *
     * @param instance 0 = holds the domain, 1 = passes on, 2 = asks nobody for a name
     */
    HttpResponse<String> ask(
            int instance, @Nullable VisibilityOracle caller, String method, String path, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                request(instance, caller, path, headers).method(method, HttpRequest.BodyPublishers.noBody());
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Posts to the instance that holds the domain; {@code null} = without a token. */
    HttpResponse<String> post(@Nullable VisibilityOracle caller, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = request(0, caller, path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The lines of a stream as they come. */
    void listen(int instance, VisibilityOracle caller, String path, Flow.Subscriber<String> lines, String... headers) {
        var unused = client.sendAsync(
                request(instance, caller, path, headers)
                        .header("Accept", "text/event-stream")
                        .build(),
                HttpResponse.BodyHandlers.fromLineSubscriber(lines));
    }

    private HttpRequest.Builder request(
            int instance, @Nullable VisibilityOracle caller, String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + servers.get(instance).port() + path))
                .timeout(Duration.ofSeconds(60));
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (caller != null) {
            request.header("Authorization", "Bearer " + Objects.requireNonNull(tokens.get(key(caller))));
        }
        return request;
    }

    @Override
    public void close() {
        servers.forEach(ApiServer::close);
        client.shutdownNow();
        world.close();
    }
}
