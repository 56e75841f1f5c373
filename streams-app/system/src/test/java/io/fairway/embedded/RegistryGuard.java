package io.fairway.embedded;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** TLS and basic authentication in front of a schema registry, as a site does it with a web server. */
public final class RegistryGuard implements AutoCloseable {
    private final HttpsServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, String> passwords = new ConcurrentHashMap<>();
    private final URI registry;

    /** @param registry the URL of the registry behind it */
    public RegistryGuard(SSLContext tls, String registry) {
        this.registry = URI.create(registry);
        try {
            server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        server.createContext("/", this::pass).setAuthenticator(new BasicAuthenticator("registry") {
            @Override
            public boolean checkCredentials(String user, String password) {
                return password.equals(passwords.get(user));
            }
        });
        server.setExecutor(threads);
        server.start();
    }

    /** Lets a user in. */
    public void add(String user, String password) {
        passwords.put(user, password);
    }

    /** The value for {@code schema.registry.url}. */
    public String url() {
        return "https://127.0.0.1:" + server.getAddress().getPort() + registry.getPath();
    }

    private void pass(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        HttpRequest.Builder request = HttpRequest.newBuilder(registry.resolve(exchange.getRequestURI()))
                .method(
                        exchange.getRequestMethod(),
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (type != null) {
            request.header("Content-Type", type);
        }
        try {
            HttpResponse<byte[]> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            answer.headers()
                    .firstValue("Content-Type")
                    .ifPresent(value -> exchange.getResponseHeaders().add("Content-Type", value));
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            exchange.close();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        http.close();
    }
}
