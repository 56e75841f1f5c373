package io.fairway.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An issuer of JWTs on this machine: it makes keys and tokens, and publishes the keys. */
public final class Issuer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile String published = new JWKSet().toString();
    private volatile @Nullable CountDownLatch stall;
    private final AtomicInteger dripping = new AtomicInteger();
    final AtomicInteger asked = new AtomicInteger();
    volatile int status = 200;
    volatile String namesItself;

    public Issuer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        namesItself = url();
        server.createContext("/.well-known/openid-configuration", exchange -> {
            respond(exchange, "{\"issuer\":\"" + namesItself + "\",\"jwks_uri\":\"" + url() + "/keys\"}");
        });
        server.createContext("/keys", exchange -> {
            asked.incrementAndGet();
            CountDownLatch stalled = stall;
            if (stalled == null) {
                respond(exchange, published);
            } else {
                dripping.incrementAndGet();
                try {
                    drip(exchange, stalled);
                } finally {
                    dripping.decrementAndGet();
                }
            }
        });
        server.setExecutor(threads);
        server.start();
    }

    private void respond(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** Sends a byte now and then, until the test goes on or the client has gone away. */
    private static void drip(HttpExchange exchange, CountDownLatch stalled) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        try (exchange;
                OutputStream body = exchange.getResponseBody()) {
            do {
                body.write(' ');
                body.flush();
            } while (!stalled.await(20, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** From now on, the answer with the keys does not end until {@link #flow}. */
    public void stall() {
        stall = new CountDownLatch(1);
    }

    /** Whether somebody waits for an answer that does not end. */
    public boolean isAwaited() {
        return dripping.get() > 0;
    }

    /** Ends the answers that drip, without a key, and gives whole ones again. */
    public void flow() {
        CountDownLatch stalled = stall;
        stall = null;
        if (stalled != null) {
            stalled.countDown();
        }
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public Issuer publish(JWK... keys) {
        return publish(new JWKSet(Arrays.stream(keys).map(JWK::toPublicJWK).toList()).toString());
    }

    /** Publishes a text as it is. */
    Issuer publish(String text) {
        published = text;
        return this;
    }

    /** One takes a second of processor time: {@link #ec} where the algorithm does not matter. */
    static RSAKey rsa(String kid) throws JOSEException {
        return new RSAKeyGenerator(2048).keyID(kid).generate();
    }

    public static ECKey ec(String kid) throws JOSEException {
        return new ECKeyGenerator(Curve.P_256).keyID(kid).generate();
    }

    public static String sign(JWSAlgorithm algorithm, JWK key, JWTClaimsSet claims) throws JOSEException {
        JWSSigner signer = key instanceof RSAKey rsa ? new RSASSASigner(rsa) : new ECDSASigner(key.toECKey());
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(), claims);
        jwt.sign(signer);
        return jwt.serialize();
    }

    /** An Ed25519 key of the JDK, and its JWK by RFC 8037. */
    record Edwards(KeyPair pair, OctetKeyPair jwk) {
        static Edwards make(String kid) throws GeneralSecurityException {
            KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            // The end of the X.509 form is the public key as RFC 8032 encodes it.
            byte[] encoded = pair.getPublic().getEncoded();
            byte[] x = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
            return new Edwards(
                    pair,
                    new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(x))
                            .keyID(kid)
                            .build());
        }

        String sign(JWTClaimsSet claims) throws GeneralSecurityException {
            String input = Base64URL.encode("{\"alg\":\"EdDSA\",\"kid\":\"" + jwk.getKeyID() + "\"}") + "."
                    + Base64URL.encode(claims.toString());
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign((EdECPrivateKey) pair.getPrivate());
            signature.update(input.getBytes(StandardCharsets.US_ASCII));
            return input + "." + Base64URL.encode(signature.sign());
        }
    }

    @Override
    public void close() {
        flow();
        server.stop(0);
        threads.shutdownNow();
    }
}
