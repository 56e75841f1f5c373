package io.fairway.collect.slurm;

import io.fairway.collect.ask.BoundedStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** The queue by slurmrestd's {@code /slurm/v0.0.NN/jobs}. The token is read again at each look: it expires. */
final class RestSource implements QueueSource {
    private static final int OK = 200;
    private static final String NAME = "SLURM_JWT=";
    private static final int MAX_REFUSAL = 1 << 16;

    private final HttpClient client;
    private final URI url;
    private final String user;
    private final Path token;
    private final Duration patience;
    private final long most;
    private final QueueReader reader;

    /**
     * @param user user of the token; empty = the token names it
     * @param token a file with the token in its first line
     * @param most bytes of an answer
     */
    RestSource(URI url, String user, Path token, Duration patience, long most, QueueReader reader) {
        client = HttpClient.newBuilder()
                // slurmrestd answers an offer of HTTP/2 with a broken header.
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(patience)
                .build();
        this.url = url;
        this.user = user;
        this.token = token;
        this.patience = patience;
        this.most = most;
        this.reader = reader;
    }

    /** The first line, with or without the name that scontrol token prints before it. */
    private String token() throws IOException {
        String line = Files.readString(token).strip().lines().findFirst().orElse("");
        return line.startsWith(NAME) ? line.substring(NAME.length()) : line;
    }

    @Override
    public QueueLook look(Instant now) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(patience)
                .header("Accept", "application/json")
                .header("X-SLURM-USER-TOKEN", token());
        if (!user.isEmpty()) {
            request.header("X-SLURM-USER-NAME", user);
        }
        HttpResponse<InputStream> response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream source = response.body()) {
            InputStream body = new BoundedStream(source, url.toString(), most);
            if (response.statusCode() != OK) {
                throw new IOException(url + ": slurmrestd answered with status " + response.statusCode() + ": "
                        + QueueReader.reason(body.readNBytes(MAX_REFUSAL)) + "; the token is that of " + token);
            }
            return reader.read(url.toString(), body, now);
        }
    }
}
