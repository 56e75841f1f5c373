package io.fairway.agent.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Serves the counters at {@code /metrics} over HTTP, one request at a time. */
public final class MetricsServer implements AutoCloseable {
    private static final int WAITING = 8;

    private final HttpServer server;

    private MetricsServer(HttpServer server) {
        this.server = server;
    }

    /** Listens on an address. */
    public static MetricsServer start(InetSocketAddress address, AgentCounters counters) throws IOException {
        HttpServer server = HttpServer.create(address, WAITING);
        server.createContext("/metrics", exchange -> answer(exchange, counters));
        server.start();
        return new MetricsServer(server);
    }

    private static void answer(HttpExchange exchange, AgentCounters counters) throws IOException {
        try (exchange) {
            byte[] text = counters.text().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
