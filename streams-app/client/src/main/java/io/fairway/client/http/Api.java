package io.fairway.client.http;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Asks one server, and remembers the warnings in its answers: stale numbers, or instances that it could not reach. */
public final class Api {
    public static final ObjectMapper JSON = new ObjectMapper();

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final int UNAUTHORIZED = 401;

    private final String server;
    private final @Nullable String token;
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
    }

    /**
     * The answer to a question.
     *
     * @throws ApiException if there is no answer
     */
    public JsonNode get(Query query) {
        Response response = await(query);
        JsonNode answer = response.answer();
        if (response.status() != HttpURLConnection.HTTP_OK) {
            throw new ApiException(response.status(), problem(query, response.status(), answer));
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

    private record Response(int status, @Nullable JsonNode answer) {}

    /** On a thread of its own, whose end nobody waits for: Ctrl-C interrupts a wait, but no reading from a socket. */
    private Response await(Query query) {
        FutureTask<Response> sent = new FutureTask<>(() -> send(query));
        Thread.ofPlatform().daemon().name("request").start(sent);
        try {
            return sent.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiException(ApiException.NO_ANSWER, "interrupted while waiting for " + server, e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failed ? failed : new IllegalStateException(e.getCause());
        }
    }

    /** By the JDK's older client: the newer one takes four times the work of the rest of a command, to begin with. */
    private Response send(Query query) {
        try {
            HttpURLConnection connection = open(query);
            try {
                connection.connect();
            } catch (SocketException | UnknownHostException | SocketTimeoutException e) {
                throw new ApiException(
                        ApiException.NO_ANSWER,
                        "cannot connect to " + server
                                + ". Start Fairway there ('fairway serve' or 'fairway demo'), or name"
                                + " another server (--server or FAIRWAY_SERVER)");
            }
            int status = connection.getResponseCode();
            InputStream content = status < HttpURLConnection.HTTP_BAD_REQUEST
                    ? connection.getInputStream()
                    : connection.getErrorStream();
            try (InputStream body = content == null ? InputStream.nullInputStream() : content) {
                return new Response(status, json(body.readAllBytes()));
            }
        } catch (SocketTimeoutException e) {
            throw new ApiException(
                    ApiException.NO_ANSWER, server + " did not answer within " + ANSWER.toSeconds() + " s");
        } catch (IOException e) {
            throw new ApiException(ApiException.NO_ANSWER, server + " did not answer: " + plain(e));
        }
    }

    private HttpURLConnection open(Query query) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(server + query.text()).toURL().openConnection();
        // The token is for this server only.
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout((int) CONNECT.toMillis());
        connection.setReadTimeout((int) ANSWER.toMillis());
        connection.setRequestProperty("Accept", "application/json, application/problem+json");
        if (token != null) {
            connection.setRequestProperty("Authorization", "Bearer " + token);
        }
        return connection;
    }

    /** The message of a failure without the names of Java's classes; of an unknown authority, with the way out. */
    static String plain(IOException failure) {
        String message = failure.getMessage();
        if (message != null && message.contains("unable to find valid certification path")) {
            return "the authority of its certificate is not trusted here. Name a file that has it by"
                    + " FAIRWAY_JAVA_OPTS=-Djavax.net.ssl.trustStore=FILE (docs/security.md)";
        }
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
