package io.fairway.embedded;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * An issuer of OAuth 2.0 on this machine: it gives tokens to clients with a secret (the grant client_credentials), and
 * publishes the key that they are signed with.
 */
public final class TokenIssuer implements AutoCloseable {
    public static final String AUDIENCE = "kafka";
    private static final Duration LIFE = Duration.ofMinutes(5);

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, String> secrets = new ConcurrentHashMap<>();
    private final KeyPair key;

    public TokenIssuer() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            key = generator.generateKeyPair();
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        server.createContext("/keys", exchange -> respond(exchange, 200, keys()));
        server.createContext("/token", this::token);
        server.setExecutor(threads);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public String keysUrl() {
        return url() + "/keys";
    }

    public String tokenUrl() {
        return url() + "/token";
    }

    /** Adds a client; its tokens name it as their subject. */
    public void add(String client, String secret) {
        secrets.put(client, secret);
    }

    private void token(HttpExchange exchange) throws IOException {
        String header = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        String[] login = header.startsWith("Basic ")
                ? new String(Base64.getDecoder().decode(header.substring(6)), StandardCharsets.UTF_8).split(":", 2)
                : new String[] {"", ""};
        String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (!form.contains("grant_type=client_credentials") || !login[1].equals(secrets.get(login[0]))) {
            respond(exchange, 401, "{\"error\":\"invalid_client\"}");
            return;
        }
        respond(
                exchange,
                200,
                "{\"access_token\":\"" + sign(login[0]) + "\",\"token_type\":\"Bearer\",\"expires_in\":"
                        + LIFE.toSeconds() + "}");
    }

    private String sign(String subject) {
        long now = System.currentTimeMillis() / 1000;
        String claims = "{\"iss\":\"" + url() + "\",\"aud\":\"" + AUDIENCE + "\",\"sub\":\"" + subject + "\",\"iat\":"
                + now + ",\"exp\":" + (now + LIFE.toSeconds()) + "}";
        String input = base64("{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"one\"}".getBytes(StandardCharsets.UTF_8))
                + "." + base64(claims.getBytes(StandardCharsets.UTF_8));
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key.getPrivate());
            signature.update(input.getBytes(StandardCharsets.US_ASCII));
            return input + "." + base64(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private String keys() {
        RSAPublicKey open = (RSAPublicKey) key.getPublic();
        return "{\"keys\":[{\"kty\":\"RSA\",\"use\":\"sig\",\"alg\":\"RS256\",\"kid\":\"one\",\"n\":\""
                + base64(unsigned(open.getModulus().toByteArray())) + "\",\"e\":\""
                + base64(unsigned(open.getPublicExponent().toByteArray())) + "\"}]}";
    }

    private static byte[] unsigned(byte[] number) {
        return number[0] == 0 ? java.util.Arrays.copyOfRange(number, 1, number.length) : number;
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static void respond(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
