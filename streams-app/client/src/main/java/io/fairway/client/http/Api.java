package io.fairway.client.http;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks one server, and remembers the warnings in its answers: stale numbers, or instances that it could not reach. */
public final class Api {
    public static final ObjectMapper JSON = new ObjectMapper();

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final int UNAUTHORIZED = 401;

    private final String server;
    private final @Nullable String token;
    private final HttpClient client;
    private final Set<String> notes = new LinkedHashSet<>();

    /**
     * Asks a server.
     *
     * @param server the address, without a slash at the end
     * @param token the token to send; {@code null} = none
     */
    Api(String server, @Nullable String token) {
        this.server = server;
        this.token = token;
        // It does not follow redirections: the token is for this server only.
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .build();
    }

    /**
     * The answer to a question.
     *
     * @throws ApiException if there is no answer
     */
    public JsonNode get(Query query) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + query.text()))
                .timeout(ANSWER)
                .header("Accept", "application/json, application/problem+json");
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpResponse<byte[]> response = send(request.build());
        JsonNode answer = json(response.body());
        if (response.statusCode() != 200) {
            throw new ApiException(response.statusCode(), problem(query, response.statusCode(), answer));
        }
        if (answer == null || !answer.isObject()) {
            throw new ApiException(200, server + query.path() + " answered, but not with JSON. Is this Fairway's API?");
        }
        note(answer);
        return answer;
    }

    /** The address of the server. */
    String server() {
        return server;
    }

    /** The warnings in the answers since the last call, each once. */
    public List<String> takeNotes() {
        List<String> taken = List.copyOf(notes);
        notes.clear();
        return taken;
    }

    private HttpResponse<byte[]> send(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw new ApiException(
                    ApiException.NO_ANSWER,
                    "cannot connect to " + server + ". Start Fairway there ('fairway serve' or 'fairway demo'), or name"
                            + " another server (--server or FAIRWAY_SERVER)");
        } catch (HttpTimeoutException e) {
            throw new ApiException(
                    ApiException.NO_ANSWER, server + " did not answer within " + ANSWER.toSeconds() + " s");
        } catch (InterruptedException | InterruptedIOException e) {
            Thread.currentThread().interrupt();
            throw new ApiException(ApiException.NO_ANSWER, "interrupted while waiting for " + server, e);
        } catch (IOException e) {
            throw new ApiException(ApiException.NO_ANSWER, server + " did not answer: " + plain(e));
        }
    }

    /** The message of a failure without the names of Java's classes. */
    private static String plain(IOException failure) {
        String message = failure.getMessage();
        return message == null
                ? "the connection broke"
                : message.replaceAll("\\b(?:[a-z]\\w*\\.)+[A-Z]\\w*(?:Exception|Error)\\b:? *", "");
    }

    private static @Nullable JsonNode json(byte[] body) {
        try {
            return JSON.readTree(body);
        } catch (JacksonException e) {
            return null;
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory cannot be read", e);
        }
    }

    private String problem(Query query, int status, @Nullable JsonNode answer) {
        String detail = "";
        if (answer != null) {
            detail = answer.path("detail").asText(answer.path("title").asText(""));
        }
        if (detail.isBlank()) {
            return server + query.path() + " answered with status " + status + " and no reason. Is this Fairway's API?";
        }
        String line = detail.strip().replaceAll("\\s+", " ");
        return server + ": "
                + (status == UNAUTHORIZED ? line + " (give a token by --token-file or FAIRWAY_TOKEN)" : line);
    }

    private void note(JsonNode answer) {
        JsonNode freshness = answer.path("freshness");
        freshness.path("silent").forEach(cluster -> notes.add("stale: " + cluster.asText()));
        boolean behind = freshness.path("lag").asLong() > 0
                || !freshness.path("role").asText().equals("active");
        if (freshness.path("state").asText().equals("stale") && behind) {
            notes.add("stale: these numbers are of " + freshness.path("asOf").asText() + ", from the "
                    + freshness.path("role").asText() + " "
                    + freshness.path("instance").asText() + ", "
                    + freshness.path("lag").asText("?") + " records behind");
        }
        for (JsonNode away : answer.path("unreachable")) {
            notes.add(away.path("instance").asText() + " cannot be reached, its part is missing: "
                    + away.path("reason").asText());
        }
        for (JsonNode item : answer.path("items")) {
            if (item.has("freshness")) {
                note(item);
            }
        }
    }
}
