package io.fairway.access;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads documents over HTTP within a size, and within a time that covers the whole answer. The timeouts of libraries
 * bound only each read or the headers, so a server that sends a byte now and then would hold them for ever. It follows
 * no redirects.
 */
public final class BoundedGet implements AutoCloseable {
    static final int LARGEST = 1 << 20;

    private final HttpClient client;
    private final int largest;

    /** For small documents. */
    BoundedGet() {
        this(HttpClient.newBuilder(), LARGEST);
    }

    /** @param largest size of a body, bytes */
    public BoundedGet(HttpClient.Builder client, int largest) {
        this.client = client.followRedirects(HttpClient.Redirect.NEVER).build();
        this.largest = largest;
    }

    /**
     * The body of an answer with status 200.
     *
     * @param deadline the time by which the last byte must arrive, as System.nanoTime gives it
     * @throws IOException naming the URL, for any other status, for a larger body, or if the deadline passes
     */
    String get(String url, long deadline) throws IOException {
        HttpResponse<byte[]> answer = ask(request(url), deadline);
        if (answer.statusCode() != 200) {
            throw new IOException(url + " answered " + answer.statusCode());
        }
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    /**
     * An answer of any status.
     *
     * @param deadline the time by which the last byte must arrive, as System.nanoTime gives it
     * @throws IOException naming the URL, for a larger body, or if the deadline passes
     */
    public HttpResponse<byte[]> ask(HttpRequest request, long deadline) throws IOException {
        String url = request.uri().toString();
        CompletableFuture<HttpResponse<byte[]>> asked = client.sendAsync(request, head -> bounded());
        try {
            return asked.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IOException(url + " did not answer in full in time", e);
        } catch (ExecutionException e) {
            throw new IOException(url + " " + reason(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(url + ": interrupted", e);
        } finally {
            asked.cancel(true);
        }
    }

    private HttpResponse.BodySubscriber<byte[]> bounded() {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        return HttpResponse.BodySubscribers.mapping(
                HttpResponse.BodySubscribers.ofByteArrayConsumer(part -> {
                    part.ifPresent(body::writeBytes);
                    if (body.size() > largest) {
                        throw new IllegalStateException("answered more than " + largest + " bytes");
                    }
                }),
                read -> body.toByteArray());
    }

    private static HttpRequest request(String url) throws IOException {
        try {
            return HttpRequest.newBuilder(URI.create(url))
                    .header("Accept", "application/json")
                    .build();
        } catch (IllegalArgumentException e) {
            throw new IOException(url + " is no URL", e);
        }
    }

    private static String reason(ExecutionException failed) {
        for (Throwable cause = failed.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IllegalStateException tooLarge) {
                return String.valueOf(tooLarge.getMessage());
            }
            if (cause instanceof ConnectException) {
                return "cannot be connected to";
            }
        }
        return "cannot be read: " + failed.getCause();
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
