package io.fairway.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.access.AccessConfig;
import io.fairway.access.AccessConfigs;
import io.fairway.access.Address;
import io.fairway.access.Authenticators;
import io.fairway.api.http.ApiSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Methods, tags, origins and the server's own refusals. Expected values: RFC 9110 (sections 9.3.7, 13.1.2, 15.5.6), RFC 9457
 * and the Fetch standard.
 */
class ApiHttpTest {
    private static final String USAGE = "/v1/domains/alps/usage";
    private static final String PAGE = "https://portal.example.org";

    private static ApiRig rig(Map<String, String> settings) {
        AccessConfig access = AccessConfigs.of(settings);
        return new ApiRig(
                ApiSettings.of(new Address("127.0.0.1", 0), access, Authenticators.of(access, () -> 0), "test"));
    }

    private static HttpResponse<String> send(ApiRig rig, String method, String path, String... headers)
            throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(rig.uri(path)).method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return rig.send(request.build());
    }

    private static String header(HttpResponse<String> answer, String name) {
        return String.join("|", answer.headers().allValues(name));
    }

    @Test
    void everyPathSaysWhichMethodsItTakes() throws Exception {
        try (ApiRig rig = rig(Map.of())) {
            for (String path : List.of(USAGE, "/v1/domains", "/", "/openapi.json", "/v1/stream")) {
                HttpResponse<String> options = send(rig, "OPTIONS", path);
                assertThat(options.statusCode()).as(path).isEqualTo(204);
                assertThat(header(options, "Allow")).as(path).isEqualTo("GET, HEAD, OPTIONS");

                HttpResponse<String> post = send(rig, "POST", path);
                assertThat(post.statusCode()).as(path).isEqualTo(405);
                assertThat(header(post, "Allow")).as(path).isEqualTo("GET, HEAD, OPTIONS");
                assertThat(header(post, "Content-Type")).startsWith("application/problem+json");
            }
            assertThat(send(rig, "OPTIONS", "/nothing").statusCode()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @CsvSource({"'%s', 304", "'\"other\", %s', 304", "*, 304", "'\"other\"', 200"})
    void aTagIsComparedAmongOthers(String sent, int status) throws Exception {
        try (ApiRig rig = rig(Map.of())) {
            String tag = header(rig.get("/v1/domains/alps/policies"), "ETag");

            HttpResponse<String> again =
                    rig.get("/v1/domains/alps/policies", "If-None-Match", sent.formatted(tag.replace("W/", "")));

            assertThat(again.statusCode()).isEqualTo(status);
            assertThat(header(again, "ETag")).isEqualTo(tag);
            assertThat(again.body().isEmpty()).isEqualTo(status == 304);
        }
    }

    @Test
    void nobodyMayReadFromAnotherOriginUnlessSettingsNameIt() throws Exception {
        try (ApiRig rig = rig(Map.of())) {
            HttpResponse<String> refused = rig.get(USAGE, "Origin", PAGE);
            assertThat(refused.statusCode()).isEqualTo(403);
            HttpResponse<String> preflight =
                    send(rig, "OPTIONS", USAGE, "Origin", PAGE, "Access-Control-Request-Method", "GET");
            for (HttpResponse<String> answer : List.of(refused, preflight)) {
                assertThat(answer.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
            }
        }
    }

    @Test
    void aNamedOriginReadsAndDoesNothingElse() throws Exception {
        try (ApiRig rig = rig(Map.of("http.cors.origins", PAGE))) {
            HttpResponse<String> read = rig.get(USAGE, "Origin", PAGE);
            assertThat(read.statusCode()).isEqualTo(200);
            assertThat(header(read, "Access-Control-Allow-Origin")).isEqualTo(PAGE);
            assertThat(header(read, "Access-Control-Expose-Headers")).contains("ETag");
            assertThat(header(read, "Vary")).contains("Origin");

            HttpResponse<String> preflight =
                    send(rig, "OPTIONS", USAGE, "Origin", PAGE, "Access-Control-Request-Method", "GET");
            assertThat(preflight.statusCode()).isEqualTo(204);
            assertThat(header(preflight, "Access-Control-Allow-Methods")).isEqualTo("GET, HEAD");
            assertThat(header(preflight, "Access-Control-Allow-Headers")).contains("Authorization");

            HttpResponse<String> change =
                    send(rig, "OPTIONS", USAGE, "Origin", PAGE, "Access-Control-Request-Method", "POST");
            assertThat(header(change, "Access-Control-Allow-Methods")).isEmpty();
            HttpResponse<String> post = send(rig, "POST", USAGE, "Origin", PAGE);
            assertThat(header(post, "Access-Control-Allow-Origin")).isEmpty();
            HttpResponse<String> other = rig.get(USAGE, "Origin", "https://portal.example.org.evil.example.com");
            assertThat(header(other, "Access-Control-Allow-Origin")).isEmpty();
            for (HttpResponse<String> answer : List.of(read, preflight, change, post, other)) {
                assertThat(header(answer, "Access-Control-Allow-Credentials")).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n|414",
                "GET / HTTP/1.1\r\nHost: localhost\r\nX: %s\r\n\r\n|431",
                "GET / HTTP/1.1\r\nHost localhost\r\n\r\n|400",
                "nonsense\r\n\r\n|400"
            })
    void whatTheServerItselfRefusesIsAProblemToo(String request) throws Exception {
        String[] parts = request.split("\\|");
        try (ApiRig rig = rig(Map.of())) {
            String answer = raw(rig, parts[0].formatted("x".repeat(40_000)));

            assertThat(answer)
                    .startsWith("HTTP/1.1 " + parts[1] + " ")
                    .containsIgnoringCase("application/problem+json");
            JsonNode problem = new ObjectMapper().readTree(answer.substring(answer.indexOf("\r\n\r\n") + 4));
            assertThat(problem.get("status").asText()).isEqualTo(parts[1]);
            assertThat(problem.get("type").asText()).isEqualTo("/manual/problems.md#" + parts[1]);
            assertThat(rig.get("/manual/problems.md").body()).contains("<h2 id=\"" + parts[1] + "\">");
            assertThat(problem.get("detail").asText()).isNotBlank().doesNotContain("Exception");
        }
    }

    private static String raw(ApiRig rig, String request) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), rig.uri("/").getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Anna ran 4 processors for an hour, ben runs 2, carla none. */
    @Test
    void severalNamesAreOneQuestion() throws Exception {
        try (ApiRig rig = rig(Map.of())) {
            assertThat(users(rig, "/usage?by=user&user=anna&user=carla")).containsExactly("anna");
            assertThat(users(rig, "/usage?by=user&user=anna&user=ben")).containsExactlyInAnyOrder("anna", "ben");
            assertThat(users(rig, "/fairshare?kind=users&account=physics&account=bio%2Fmedical"))
                    .containsExactlyInAnyOrder("anna", "ben", "carla");
            assertThat(users(rig, "/jobs?user=ben&user=carla")).containsExactlyInAnyOrder("ben", "carla");
            assertThat(users(rig, "/jobs?qos=none")).isEmpty();
            assertThat(rig.json("/v1/domains/alps/usage?account=physics&account=physics")
                            .path("total"))
                    .isEqualTo(
                            rig.json("/v1/domains/alps/usage?account=physics").path("total"));
            assertThat(rig.get("/v1/domains/alps/usage?account=physics&account=nowhere")
                            .statusCode())
                    .isEqualTo(404);
            assertThat(rig.get("/v1/domains/alps/usage?by=user&by=day").statusCode())
                    .isEqualTo(400);
            String many = "&account=physics".repeat(101);
            assertThat(rig.json("/v1/domains/alps/usage?by=account" + many)
                            .path("detail")
                            .asText())
                    .isEqualTo("account: given 101 times; at most 100 are allowed");
        }
    }

    private static List<String> users(ApiRig rig, String question) throws Exception {
        return rig.json("/v1/domains/alps" + question).path("items").findValuesAsText("user");
    }
}
