package io.fairway.api;

import static io.fairway.access.ApiWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.access.AccessConfig;
import io.fairway.access.AccessConfigs;
import io.fairway.access.Address;
import io.fairway.access.Authenticators;
import io.fairway.api.http.ApiSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RFC 6797: a browser that came by TLS once comes by TLS only. */
class HstsTest {
    private static final String HSTS = "Strict-Transport-Security";

    @TempDir
    private Path directory;

    private AccessConfig withTls() throws Exception {
        SelfSigned key = SelfSigned.in(directory);
        return AccessConfigs.of(Map.of(
                "http.tls.keystore", key.store().toString(),
                "http.tls.keystore.password.file", key.password().toString(),
                "http.peer.ca", key.authority().toString()));
    }

    @Test
    void everyAnswerOverTlsSaysThatTheNextQuestionMustBeToo() throws Exception {
        AccessConfig access = withTls();
        ApiSettings settings =
                ApiSettings.of(new Address("127.0.0.1", 0), access, Authenticators.of(access, () -> 0), "test");
        try (ApiRig rig = new ApiRig(settings);
                HttpClient client = HttpClient.newBuilder()
                        .sslContext(Objects.requireNonNull(access.peers().trust()))
                        .build()) {
            for (String path : new String[] {"/", "/health", "/v1/domains", "/v1/nothing"}) {
                URI secure = URI.create(rig.uri(path).toString().replace("http:", "https:"));
                HttpResponse<String> answer =
                        client.send(HttpRequest.newBuilder(secure).build(), HttpResponse.BodyHandlers.ofString());
                assertThat(answer.headers().firstValue(HSTS)).as(path).hasValue("max-age=31536000");
            }
        }
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"))) {
            assertThat(rig.get("/health").headers().firstValue(HSTS))
                    .as("without TLS")
                    .isEmpty();
        }
    }

    /** A file that is gone after the server has stopped is no error. */
    @Test
    void whoHasStoppedReadsNoCertificates() throws Exception {
        AccessConfig access = withTls();
        ApiSettings settings =
                ApiSettings.of(new Address("127.0.0.1", 0), access, Authenticators.of(access, () -> 0), "test");
        long before = watches();
        try (ApiRig rig = new ApiRig(settings)) {
            assertThat(watches()).isEqualTo(before + 1);
        }
        await().untilAsserted(() -> assertThat(watches()).isEqualTo(before));
    }

    private static long watches() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("certificates"))
                .count();
    }
}
