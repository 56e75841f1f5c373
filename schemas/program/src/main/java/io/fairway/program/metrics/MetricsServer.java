package io.fairway.program.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Serves the metrics of a program at {@code /metrics} over HTTP, one request at a time. */
public final class MetricsServer implements AutoCloseable {
    /** The key of its address. */
    public static final String LISTEN = "metrics.listen";

    private static final String OFF = "off";
    private static final int WAITING = 8;
    private static final int MAX_PORT = 65_535;

    private final HttpServer server;

    private MetricsServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Adds the key of the address.
     *
     * @param usual the default: host:port, or off
     */
    public static ConfigDef define(ConfigDef definition, String usual) {
        return definition.define(
                LISTEN,
                ConfigDef.Type.STRING,
                usual,
                (key, value) -> {
                    try {
                        var unused = address(String.valueOf(value));
                    } catch (IllegalArgumentException e) {
                        throw new ConfigException(key, value, e.getMessage());
                    }
                },
                ConfigDef.Importance.MEDIUM,
                "Address of the metrics in Prometheus' text format at /metrics, host:port; off = none.");
    }

    /** Where a program serves metrics by its configuration; null for nowhere. */
    public static @Nullable InetSocketAddress address(AbstractConfig config) {
        return address(config.getString(LISTEN));
    }

    private static @Nullable InetSocketAddress address(String text) {
        if (text.equals(OFF)) {
            return null;
        }
        int colon = text.lastIndexOf(':');
        if (colon < 1 || !text.substring(colon + 1).matches("\\d{1,5}")) {
            throw new IllegalArgumentException("must be host:port, or off");
        }
        int port = Integer.parseInt(text.substring(colon + 1));
        if (port > MAX_PORT) {
            throw new IllegalArgumentException("must have a port of at most " + MAX_PORT);
        }
        return new InetSocketAddress(text.substring(0, colon).replaceAll("^\\[|]$", ""), port);
    }

    /**
     * Serves what every program has ({@link ProgramMetrics}), where the configuration says so.
     *
     * @return null where it says off
     * @throws IllegalStateException naming key and address, if nothing can listen there
     */
    public static @Nullable MetricsServer start(AbstractConfig config) {
        InetSocketAddress address = address(config);
        if (address == null) {
            return null;
        }
        try {
            return start(address, ProgramMetrics::text);
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /**
     * Listens on an address.
     *
     * @param text all metrics in the text format 0.0.4
     * @throws IOException naming key and address, if nothing can listen there
     */
    public static MetricsServer start(InetSocketAddress address, Supplier<String> text) throws IOException {
        try {
            HttpServer server = HttpServer.create(address, WAITING);
            server.createContext("/metrics", exchange -> answer(exchange, text));
            server.start();
            return new MetricsServer(server);
        } catch (IOException e) {
            throw new IOException(LISTEN + " " + address + ": cannot listen there: " + e.getMessage(), e);
        }
    }

    /** The port that it listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, Supplier<String> metrics) throws IOException {
        try (exchange) {
            byte[] text = metrics.get().getBytes(StandardCharsets.UTF_8);
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
