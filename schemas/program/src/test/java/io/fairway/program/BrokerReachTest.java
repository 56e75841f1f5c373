package io.fairway.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BrokerReachTest {
    /** It takes connections, and never says a word. */
    @Test
    void namesTheAddressThatDoesNotAnswer() throws IOException {
        StringWriter err = new StringWriter();
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + silent.getLocalPort();

            BrokerReach.tell(Map.of("bootstrap.servers", address), Duration.ofSeconds(1), new PrintWriter(err));

            assertThat(err)
                    .hasToString("fairway: no answer from " + address
                            + " within 1 s; trying on. Check the address, and whether it wants TLS or a login"
                            + System.lineSeparator());
        }
    }
}
