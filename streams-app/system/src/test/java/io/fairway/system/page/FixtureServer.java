package io.fairway.system.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fairway.api.manual.ManualPage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Serves the page as the application does, under the strictest content security policy for it, and answers from fixtures. A test
 * may replace an answer, require a token, and publish events.
 */
final class FixtureServer implements AutoCloseable {
    /** An answer: a status and JSON. */
    record Answer(int status, String json) {}

    /** The answer for a query; null = that of the fixture. */
    interface Handler {
        @Nullable
        Answer answer(String query);
    }

    private static final String MANUAL = "/manual/";
    private static final String PAGE = "io/fairway/api/http/page";
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ConcurrentHashMap<String, Handler> handlers = new ConcurrentHashMap<>();
    private final List<OutputStream> streams = new CopyOnWriteArrayList<>();
    private final List<String> lastEventIds = new CopyOnWriteArrayList<>();
    private volatile @Nullable String token;

    FixtureServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::serve);
        server.setExecutor(threads);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** Sets the answer for a path. */
    void answer(String path, Handler handler) {
        handlers.put(path, handler);
    }

    void answer(String path, int status, String json) {
        handlers.put(path, query -> new Answer(status, json));
    }

    /** Requires this token for all paths under /v1. */
    void require(String wanted) {
        token = wanted;
    }

    /** Sends an event to all listeners. */
    void publish(String id, String type, String json) {
        byte[] event = ("id: " + id + "\nevent: " + type + "\ndata: " + json + "\n\n").getBytes(StandardCharsets.UTF_8);
        streams.removeIf(stream -> !sent(stream, event));
    }

    private static boolean sent(OutputStream stream, byte[] event) {
        try {
            stream.write(event);
            stream.flush();
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    int listeners() {
        return streams.size();
    }

    /** Breaks the streams, like a server that stops. */
    void breakStreams() throws IOException {
        for (OutputStream stream : streams) {
            stream.close();
        }
        streams.clear();
    }

    /** The event ids with which clients reconnected. */
    List<String> lastEventIds() {
        return List.copyOf(lastEventIds);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void serve(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
        exchange.getResponseHeaders().set("Cache-Control", "no-cache");
        String path = exchange.getRequestURI().getPath();
        if (!path.startsWith("/v1")) {
            file(exchange, path);
        } else if (token != null
                && !("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            json(exchange, new Answer(401, problem(401, "Unauthorized", "A token is needed.")));
        } else if (path.equals("/v1/stream")) {
            stream(exchange);
        } else {
            json(exchange, answerOf(path, exchange));
        }
    }

    private Answer answerOf(String path, HttpExchange exchange) {
        String rawQuery = exchange.getRequestURI().getQuery();
        String query = rawQuery == null ? "" : rawQuery;
        Handler handler = handlers.get(path);
        Answer answer = handler == null ? null : handler.answer(query);
        if (answer != null) {
            return answer;
        }
        String name = Fixtures.nameOf(path, query);
        return name == null
                ? new Answer(404, problem(404, "Not found", path + ": is not known."))
                : new Answer(200, Fixtures.text(name));
    }

    static String problem(int status, String title, String detail) {
        return "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\"}"
                .formatted(title, status, detail);
    }

    private void stream(HttpExchange exchange) throws IOException {
        String last = exchange.getRequestHeaders().getFirst("Last-Event-ID");
        if (last != null) {
            lastEventIds.add(last);
        }
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        OutputStream body = exchange.getResponseBody();
        body.write(": welcome\n\n".getBytes(StandardCharsets.UTF_8));
        body.flush();
        streams.add(body);
    }

    private static void json(HttpExchange exchange, Answer answer) throws IOException {
        String type = answer.status() == 200 ? "application/json" : "application/problem+json";
        send(exchange, answer.status(), type, answer.json().getBytes(StandardCharsets.UTF_8));
    }

    private static void file(HttpExchange exchange, String path) throws IOException {
        String name = path.equals("/") ? "/index.html" : path.equals("/docs") ? "/docs.html" : path;
        if (name.equals("/openapi.json")) {
            send(exchange, 200, "application/json", openapi());
            return;
        }
        if (name.startsWith(MANUAL)) {
            String page = name.equals(MANUAL) ? ManualPage.INDEX : name.substring(MANUAL.length());
            send(
                    exchange,
                    200,
                    typeOf("html"),
                    Objects.requireNonNull(ManualPage.of(page)).html().getBytes(StandardCharsets.UTF_8));
            return;
        }
        try (InputStream in = FixtureServer.class.getClassLoader().getResourceAsStream(PAGE + name)) {
            if (in == null) {
                send(exchange, 404, "text/plain", "no such file".getBytes(StandardCharsets.UTF_8));
            } else {
                send(exchange, 200, typeOf(name), in.readAllBytes());
            }
        }
    }

    static byte[] openapi() {
        try (InputStream in =
                FixtureServer.class.getClassLoader().getResourceAsStream("io/fairway/api/http/openapi.yaml")) {
            return new ObjectMapper().writeValueAsBytes(new ObjectMapper(new YAMLFactory()).readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String typeOf(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html; charset=utf-8";
            case "js" -> "text/javascript";
            case "css" -> "text/css";
            case "svg" -> "image/svg+xml";
            default -> "application/octet-stream";
        };
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}
