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

/** Asks another instance. What it is asked this way it answers itself, so that no question goes round. */
final class Forwarder implements AutoCloseable {
    /** Says that an instance asks, and for whom nothing is to be forwarded. */
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

    /** What another instance said. */
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

        /** Not to be changed. */
        byte[] body() {
            return body;
        }
    }

    /**
     * Asks.
     *
     * @param authorization of who asked; null = none
     * @throws IOException if it cannot be reached or does not answer in time
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
