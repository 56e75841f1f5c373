package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The questions to slurmrestd, by a server in its place that answers with what a real Slurm 22.05.8 answered. */
class RestSourceTest {
    private static final Instant NOW = Instant.parse("2026-11-22T21:01:00Z");

    private final List<String> notices = new ArrayList<>();
    private final List<Headers> asked = new ArrayList<>();
    private HttpServer server;
    private Path token;
    private int status = 200;
    private byte[] answer;

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws IOException {
        token = Files.writeString(folder.resolve("token"), "first\n");
        try (InputStream in =
                Objects.requireNonNull(RestSourceTest.class.getResourceAsStream("squeue-22.05-first.json"))) {
            answer = in.readAllBytes();
        }
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/slurm/v0.0.38/jobs", exchange -> {
            asked.add(exchange.getRequestHeaders());
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void itsAnswerIsThatOfSqueue() throws Exception {
        QueueLook look = source().look(NOW);

        assertThat(look.jobs())
                .isEqualTo(Answers.look("squeue-22.05-first.json", NOW, notices).jobs());
        assertThat(notices).isEmpty();
    }

    /** slurmrestd 22.05.8 answers an offer of HTTP/2 by status 405 and a header that does not end. */
    @Test
    void itIsNotOfferedHttp2() throws Exception {
        var unused = source().look(NOW);

        assertThat(asked)
                .singleElement()
                .satisfies(headers -> assertThat(headers.keySet()).doesNotContain("Upgrade", "Http2-settings"));
    }

    @Test
    void theTokenIsReadAtEachLook() throws Exception {
        RestSource source = source();
        var first = source.look(NOW);
        Files.writeString(token, "SLURM_JWT=second\n");
        var second = source.look(NOW);

        assertThat(asked)
                .extracting(headers -> headers.getFirst("X-SLURM-USER-TOKEN"))
                .containsExactly("first", "second");
        assertThat(asked)
                .extracting(headers -> headers.getFirst("X-SLURM-USER-NAME"))
                .containsOnly("root");
        assertThat(first.jobs()).isEqualTo(second.jobs());
    }

    @Test
    void aRefusalIsToldWithItsWords() {
        status = 401;
        answer = "Authentication failure".getBytes(StandardCharsets.US_ASCII);

        assertThatThrownBy(() -> source().look(NOW))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "/slurm/v0.0.38/jobs: slurmrestd answered with status 401: Authentication failure");
    }

    /** What slurmrestd 24.11.5 says of a token that has expired. */
    @Test
    void aBadTokenIsToldWithSlurmsWords() {
        status = 500;
        answer = """
                {"jobs": [], "meta": {"plugin": {"type": "openapi/slurmctld"}},
                 "errors": [{"description": "Unable to query jobs", "error_number": 1007,
                             "error": "Protocol authentication error", "source": "slurm_load_jobs()"}],
                 "warnings": []}""".getBytes(StandardCharsets.US_ASCII);

        assertThatThrownBy(() -> source().look(NOW))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("answered with status 500: Protocol authentication error: Unable to query jobs"
                        + " (slurm_load_jobs()); the token is that of ");
        status = 200;
        assertThatThrownBy(() -> source().look(NOW))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Slurm reports an error: Protocol authentication error: Unable to query jobs");
    }

    private RestSource source() {
        return new RestSource(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/slurm/v0.0.38/jobs"),
                "root",
                token,
                Duration.ofMinutes(1),
                1 << 30,
                Answers.reader(notices));
    }
}
