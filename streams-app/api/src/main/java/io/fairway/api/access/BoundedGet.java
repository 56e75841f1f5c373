package io.fairway.api.access;

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
 * Reads small documents over HTTP within a time that covers the whole answer. The library's own retriever bounds only
 * each read, so a server that sends a byte now and then would hold it for ever.
 */
final class BoundedGet implements AutoCloseable {
    static final int LARGEST = 1 << 20;

    private final HttpClient client =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();

    /**
     * The body of an answer with status 200.
     *
     * @param deadline the time by which the last byte must arrive, as System.nanoTime gives it
     * @throws IOException naming the URL, for any other status, for a larger body, or if the deadline passes
     */
    String get(String url, long deadline) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        CompletableFuture<HttpResponse<Void>> asked = null;
        try {
            asked = client.sendAsync(request(url), HttpResponse.BodyHandlers.ofByteArrayConsumer(part -> {
                part.ifPresent(body::writeBytes);
                if (body.size() > LARGEST) {
                    throw new IllegalStateException("answered more than " + LARGEST + " bytes");
                }
            }));
            int status = asked.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)
                    .statusCode();
            if (status != 200) {
                throw new IOException(url + " answered " + status);
            }
            return body.toString(StandardCharsets.UTF_8);
        } catch (TimeoutException e) {
            throw new IOException(url + " did not answer in full in time", e);
        } catch (ExecutionException e) {
            throw new IOException(url + " " + reason(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(url + ": interrupted", e);
        } finally {
            if (asked != null) {
                asked.cancel(true);
            }
        }
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
