package io.fairway.api.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.access.BoundedGet;
import io.fairway.access.Caller;
import io.fairway.access.PeerConfig;
import io.fairway.access.PeerPass;
import io.fairway.api.query.Problem;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks another instance. That instance answers by itself, so no question goes round in circles. Whoever joins the
 * consumer group is another instance by name, so nothing secret goes there, and nothing but an answer of the API comes
 * from there.
 */
final class Forwarder implements AutoCloseable {
    /** Marks a question that comes from an instance. Its receiver must not forward it. */
    static final String HEADER = "Fairway-Forwarded";

    /** Says who asks: a {@link PeerPass}. */
    static final String PASS = "Fairway-Pass";

    /** Says that an answer is an instance's. */
    static final String SEAL = "Fairway-Seal";

    static final String JSON = "application/json";
    static final String PROBLEM = "application/problem+json";

    /** Twice the largest page of the longest list, roughly. */
    static final int LARGEST = 32 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(Forwarder.class);
    private static final Duration CONNECT = Duration.ofMillis(500);
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private final BoundedGet client;
    private final Duration patience;
    private final ObjectMapper mapper = new ObjectMapper();
    private final JsonFactory parser = new JsonFactory();
    private final Peers peers;
    private final Set<String> distrusted = ConcurrentHashMap.newKeySet();

    Forwarder(Peers peers) {
        this(peers, ANSWER, LARGEST);
    }

    /** With another time, and another size of answers in bytes. */
    Forwarder(Peers peers, Duration patience, int largest) {
        this.peers = peers;
        this.patience = patience;
        HttpClient.Builder http =
                HttpClient.newBuilder().connectTimeout(CONNECT).version(HttpClient.Version.HTTP_1_1);
        if (peers.trust() != null) {
            http.sslContext(peers.trust());
        }
        client = new BoundedGet(http, largest);
    }

    /** The answer of another instance. */
    static final class Answer {
        private final int status;
        private final String contentType;
        private final byte[] body;

        Answer(int status, String contentType, byte[] body) {
            this.status = status;
            this.contentType = contentType;
            this.body = body;
        }

        int status() {
            return status;
        }

        String contentType() {
            return contentType;
        }

        /** The body. Callers must not change it. */
        byte[] body() {
            return body;
        }
    }

    /** Why no instance is asked; null = they are asked. */
    @Nullable
    String refusal() {
        return peers.refusal();
    }

    /**
     * Asks another instance.
     *
     * @param caller the original caller
     * @param trace headers by which the question stays in its trace
     * @throws IOException if the instance cannot be reached, does not answer in time, or if its answer is none of the
     *     API
     */
    Answer ask(String instance, String pathAndQuery, Caller caller, Map<String, String> trace) throws IOException {
        HttpRequest.Builder request = request(instance, pathAndQuery);
        trace.forEach(request::header);
        PeerPass signer = peers.pass();
        String pass = signer == null ? null : signer.pass(caller, question(pathAndQuery), instance);
        if (pass != null) {
            request.header(PASS, pass);
        }
        HttpResponse<byte[]> response;
        try {
            response = client.ask(request.build(), System.nanoTime() + patience.toNanos());
        } catch (IOException away) {
            String untrusted = untrusted(away);
            if (untrusted != null) {
                distrust(
                        instance,
                        "its certificate is not trusted (" + untrusted + "); " + PeerConfig.CA
                                + " names the file of those that sign it");
            }
            throw away;
        }
        Answer answer = read(instance, response);
        if (signer != null
                && !signer.isSealed(
                        response.headers().firstValue(SEAL).orElse(null),
                        String.valueOf(pass),
                        answer.status(),
                        answer.contentType(),
                        answer.body())) {
            throw distrust(instance, "its answer " + answer.status() + " is not signed with this " + PeerConfig.SECRET);
        }
        distrusted.remove(instance);
        return answer;
    }

    private HttpRequest.Builder request(String instance, String pathAndQuery) {
        try {
            return HttpRequest.newBuilder(URI.create(peers.scheme() + "://" + instance + pathAndQuery))
                    .header(HEADER, "1")
                    .header("Accept", JSON + ", " + PROBLEM)
                    .GET();
        } catch (IllegalArgumentException e) {
            throw Problem.of(400, "path and query are no URL; escape special characters");
        }
    }

    /** What a pass is for. */
    static String question(String pathAndQuery) {
        return "GET " + pathAndQuery;
    }

    /** Answers and problems of the API are objects in JSON, of these two types. There is nothing else to pass on. */
    private Answer read(String instance, HttpResponse<byte[]> response) throws IOException {
        int status = response.statusCode();
        String type = response.headers().firstValue("Content-Type").orElse("none");
        String expected = status == 200 ? JSON : PROBLEM;
        if (status != 200 && status < 400) {
            throw distrust(instance, "it answers " + status + ", which the API never does");
        }
        if (!type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(expected) || !isObject(response.body())) {
            throw distrust(instance, "it answers " + status + " with what is no " + expected);
        }
        return new Answer(status, expected, response.body());
    }

    private boolean isObject(byte[] body) throws IOException {
        try (JsonParser text = parser.createParser(body)) {
            if (text.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            text.skipChildren();
            return text.currentToken() == JsonToken.END_OBJECT && text.nextToken() == null;
        } catch (com.fasterxml.jackson.core.JsonProcessingException wrong) {
            return false;
        }
    }

    /** Says so once, until the instance answers well again. */
    private IOException distrust(String instance, String why) {
        if (distrusted.add(instance)) {
            LOG.error("answers of {} are not taken: {}", instance, why);
        }
        return new IOException(instance + ": " + why);
    }

    private static @Nullable String untrusted(Throwable failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLException) {
                return String.valueOf(cause.getMessage());
            }
        }
        return null;
    }

    JsonNode json(Answer answer) throws IOException {
        return mapper.readTree(answer.body());
    }

    @Override
    public void close() {
        client.close();
    }
}
