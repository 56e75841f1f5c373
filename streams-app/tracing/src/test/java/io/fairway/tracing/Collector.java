package io.fairway.tracing;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes OTLP over HTTP, and keeps the bytes as they came. */
final class Collector implements AutoCloseable {
    private final HttpServer server;
    private final List<byte[]> bodies = new CopyOnWriteArrayList<>();

    Collector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", exchange -> {
            bodies.add(exchange.getRequestBody().readAllBytes());
            exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces";
    }

    /** Everything that came, a char for each byte: texts of Protobuf are in it as they are. */
    String bytes() {
        StringBuilder all = new StringBuilder();
        bodies.forEach(body -> all.append(new String(body, StandardCharsets.ISO_8859_1)));
        return all.toString();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
