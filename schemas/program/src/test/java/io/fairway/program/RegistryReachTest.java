package io.fairway.program;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RegistryReachTest {
    private final StringWriter err = new StringWriter();

    private void tell(String urls, Duration patience) {
        RegistryReach.tell(urls, patience, new PrintWriter(err));
    }

    /** It takes connections, and never says a word. */
    @Test
    void namesTheAddressThatDoesNotAnswer() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + silent.getLocalPort() + "/apis/ccompat/v7";

            tell("mock://none," + url, Duration.ofSeconds(1));

            assertThat(err)
                    .hasToString("fairway: no answer from " + url
                            + " within 1 s; trying on. Check the address, and whether it wants TLS or a login"
                            + System.lineSeparator());
        }
    }

    @Test
    void aRefusalIsAnAnswer() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(401, -1);
            exchange.close();
        });
        server.start();
        try {
            tell("http://127.0.0.1:" + server.getAddress().getPort(), Duration.ofMinutes(1));
        } finally {
            server.stop(0);
        }
        // Nobody listens there now.
        tell("http://127.0.0.1:" + server.getAddress().getPort(), Duration.ofMinutes(1));

        assertThat(err).hasToString("");
    }
}
