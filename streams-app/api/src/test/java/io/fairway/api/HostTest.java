package io.fairway.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.access.AccessConfig;
import io.fairway.access.AccessConfigs;
import io.fairway.access.Address;
import io.fairway.access.Authenticators;
import io.fairway.access.Tokens;
import io.fairway.api.http.ApiSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which hosts a request may name. Sockets, because clients write the header themselves. */
class HostTest {
    private static ApiRig rig(Map<String, String> settings) {
        AccessConfig access = AccessConfigs.of(settings);
        ApiRig rig = new ApiRig(
                ApiSettings.of(new Address("127.0.0.1", 0), access, Authenticators.of(access, () -> 0), "test"));
        rig.self = "node1.example.org:8090";
        return rig;
    }

    private static String ask(ApiRig rig, String path, String... headers) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), rig.uri("/").getPort())) {
            String request =
                    "GET " + path + " HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aPageThatRebindsItsNameToThisMachineReadsNothing() throws IOException {
        try (ApiRig rig = rig(Map.of("http.hosts", "fairway.example.org, [2001:db8::1]"))) {
            for (String host : List.of(
                    "evil.example.com",
                    "evil.example.com:8090",
                    "127.0.0.1.evil.example.com",
                    "localhost.evil.example.com",
                    "192.0.2.7",
                    "[2001:db8::2]:8090",
                    "1270.0.1")) {
                for (String path : List.of("/v1/domains", "/metrics", "/v1/stream?domain=alps")) {
                    assertThat(ask(rig, path, "Host: " + host, "Fairway-Forwarded: 1"))
                            .as(host + path)
                            .startsWith("HTTP/1.1 421 ")
                            .contains("this is not the host " + host, "http.hosts");
                }
            }
            for (String host : List.of(
                    "localhost",
                    "LOCALHOST.:8090",
                    "127.0.0.1:8090",
                    "127.1.2.3",
                    "[::1]:8090",
                    "node1.example.org:8090",
                    "Fairway.example.org",
                    "[2001:DB8:0:0::1]:443")) {
                assertThat(ask(rig, "/v1/domains", "Host: " + host)).as(host).startsWith("HTTP/1.1 200 ");
            }
            assertThat(ask(rig, "/health", "Host: evil.example.com"))
                    .as("tells nothing")
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void aPageOfAnotherOriginMayNotAsk() throws IOException {
        try (ApiRig rig = rig(Map.of())) {
            for (String origin :
                    List.of("https://evil.example.com", "null", "http://localhost.evil.example.com", "x")) {
                assertThat(ask(rig, "/v1/domains", "Host: localhost", "Origin: " + origin))
                        .as(origin)
                        .startsWith("HTTP/1.1 403 ")
                        .contains("a page of " + origin + " may not ask here");
            }
            assertThat(ask(rig, "/v1/domains", "Host: localhost:8090", "Origin: http://localhost:8090"))
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    /** A page that rebinds its name has no token. */
    @Test
    void whereCallersHaveTokensNamesDoNotMatter(@TempDir Path directory) throws IOException {
        Path tokens = Files.writeString(
                directory.resolve("tokens"), "name=olga role=operator sha256=" + Tokens.hash("fairway_olga") + "\n");
        try (ApiRig rig = rig(Map.of("http.auth", "token", "http.auth.token.file", tokens.toString()))) {
            assertThat(ask(rig, "/v1/domains", "Host: fairway.example.org", "Authorization: Bearer fairway_olga"))
                    .startsWith("HTTP/1.1 200 ");
            assertThat(ask(rig, "/v1/domains", "Host: fairway.example.org")).startsWith("HTTP/1.1 401 ");
        }
    }
}
