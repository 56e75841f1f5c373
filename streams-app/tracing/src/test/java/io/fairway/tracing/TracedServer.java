package io.fairway.tracing;

import com.sun.net.httpserver.HttpServer;
import io.fairway.api.http.ApiServer;
import io.fairway.api.http.ApiSettings;
import io.fairway.api.http.LiveStream;
import io.fairway.api.query.Questions;
import io.fairway.api.query.Snapshots;
import io.fairway.reading.Holdings;
import io.fairway.schemas.Topics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The real server of the API. Another instance has the domain, and answers everything with an empty object. */
final class TracedServer implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpServer other;
    private final ApiServer server;

    /** The traceparents that came to the other instance; "none" for a question without one. */
    final List<String> passedOn = new CopyOnWriteArrayList<>();

    TracedServer(Tracing tracing) throws IOException {
        other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            String parent = exchange.getRequestHeaders().getFirst("traceparent");
            passedOn.add(parent == null ? "none" : parent);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("{}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            exchange.close();
        });
        other.start();
        Questions questions = new Questions(new Elsewhere(), new Snapshots(() -> 0, Runnable::run), 100);
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
        server = ApiServer.start(
                ApiSettings.open("127.0.0.1", 0, "test"),
                questions,
                live,
                (adjustment, chosen) -> {
                    throw new IllegalStateException("nothing is written");
                },
                () -> "",
                tracing.questions());
    }

    /** Asks, with headers as name, value, name, value. */
    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .timeout(Duration.ofSeconds(30));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        server.close();
        client.shutdownNow();
        other.stop(0);
    }

    private final class Elsewhere implements Holdings {
        private String holder() {
            return "127.0.0.1:" + other.getAddress().getPort();
        }

        @Override
        public String self() {
            return "here:1";
        }

        @Override
        public Set<String> instances() {
            return Set.of(self(), holder());
        }

        @Override
        public int partition(String domain) {
            return 0;
        }

        @Override
        public List<String> holders(int partition) {
            return List.of(holder());
        }

        @Override
        public Set<Integer> partitions() {
            return Set.of();
        }

        @Override
        public @Nullable Copy copy(int partition) {
            return null;
        }

        @Override
        public String state() {
            return "RUNNING";
        }
    }
}
