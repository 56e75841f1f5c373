package io.fairway.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Asks another instance. That instance answers by itself, so no question goes round in circles. */
final class Forwarder implements AutoCloseable {
    /** Marks a question that comes from an instance. Its receiver must not forward it. */
    static final String HEADER = "Fairway-Forwarded";

    private static final Duration CONNECT = Duration.ofMillis(500);
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    private final ObjectMapper mapper = new ObjectMapper();
    private final String scheme;

    Forwarder(String scheme) {
        this.scheme = scheme;
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

    /**
     * Asks another instance.
     *
     * @param authorization of the original caller; null = none
     * @throws IOException if the instance cannot be reached or does not answer in time
     */
    Answer ask(String instance, String pathAndQuery, @Nullable String authorization) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(scheme + "://" + instance + pathAndQuery))
                .timeout(ANSWER)
                .header(HEADER, "1")
                .GET();
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        try {
            HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            return new Answer(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse("application/json"),
                    response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    JsonNode json(Answer answer) throws IOException {
        return mapper.readTree(answer.body());
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
