package io.fairway.client.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.client.http.StubApi;
import io.fairway.client.http.StubApi.Ran;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Names for the completion script: each once, in order; and never a message. */
class CompleteNamesCommandTest {
    private final StubApi api = new StubApi();

    @AfterEach
    void close() {
        api.close();
    }

    private Ran names(String kind) {
        return api.run(new CompleteNamesCommand(Duration.ofMinutes(1)), kind, "--domain", "alps");
    }

    @Test
    void namesOfEachKind() {
        api.with("/v1/domains/alps/fairshare?kind=users&limit=1000", 200, """
                        {"items": [{"account": "cms", "user": "ben"}, {"account": "cms", "user": "anna"},
                         {"account": "atlas", "user": "anna"}]}""")
                .with("/v1/domains/alps/fairshare?kind=accounts&limit=1000", 200, """
                        {"items": [{"account": "root"}, {"account": "cms", "user": ""}]}""")
                .with("/v1/domains/alps/policies", 200, """
                        {"items": [{"policy": {"name": "shadow"}}, {"policy": {"name": "main"}}]}""");

        assertThat(names("user").out().lines()).containsExactly("anna", "ben");
        assertThat(names("account").out().lines()).containsExactly("cms", "root");
        assertThat(names("policy").out().lines()).containsExactly("main", "shadow");
        assertThat(names("domain").out().lines()).contains("alps");
    }

    @Test
    void withoutAnAnswerThereAreNone() {
        api.with("/v1/domains/alps/policies", 403, StubApi.text("problem-403.json"));

        assertThat(names("policy")).isEqualTo(new Ran(0, "", ""));
        assertThat(StubApi.runElsewhere(new CompleteNamesCommand(), "user", "--server", "http://127.0.0.1:1"))
                .isEqualTo(new Ran(0, "", ""));
    }

    /** A server that takes the connection and says nothing. The command ends before its question is given up. */
    @Test
    void nobodyWaitsLongerThanASecond() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Instant before = Instant.now();
            Ran ran = StubApi.runElsewhere(
                    new CompleteNamesCommand(), "user", "--server", "http://127.0.0.1:" + silent.getLocalPort());

            assertThat(ran).isEqualTo(new Ran(0, "", ""));
            assertThat(Duration.between(before, Instant.now())).isGreaterThan(Duration.ofMillis(900));
            try (Socket asked = silent.accept()) {
                asked.setSoTimeout(100);
                assertThatThrownBy(() -> asked.getInputStream().readAllBytes())
                        .isInstanceOf(SocketTimeoutException.class);
            }
        }
    }
}
