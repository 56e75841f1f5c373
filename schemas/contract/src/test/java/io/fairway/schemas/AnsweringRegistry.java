package io.fairway.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A registry that gives the same answer to every question. */
final class AnsweringRegistry {
    private final HttpServer server;
    private int patienceMillis = 60_000;
    private @Nullable HttpContext context;

    AnsweringRegistry() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    void answer(int status, String body) {
        handle(exchange -> {
            byte[] bytes = body.getBytes(UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/vnd.schemaregistry.v1+json");
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    void handle(HttpHandler handler) {
        if (context != null) {
            server.removeContext(context);
        }
        context = server.createContext("/", handler);
    }

    /** How long its clients wait for an answer: as a rule, as long as a busy machine takes. */
    void patience(int millis) {
        patienceMillis = millis;
    }

    /** Clients that ask once. */
    FairwaySerdes serdes() {
        return new FairwaySerdes(config());
    }

    /** The settings of such a client. */
    Map<String, ?> config() {
        return Map.of(
                "schema.registry.url",
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "specific.avro.reader",
                "true",
                "max.retries",
                "0",
                "http.read.timeout.ms",
                Integer.toString(patienceMillis));
    }

    void stop() {
        server.stop(0);
    }
}
