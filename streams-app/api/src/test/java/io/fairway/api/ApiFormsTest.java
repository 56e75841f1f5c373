package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.api.http.ApiDescription;
import io.fairway.api.http.ApiSettings;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is the same for every operation: HEAD, and cursors. Expected values: RFC 9110 (section 9.3.2), and openapi.yaml. */
class ApiFormsTest {
    private final ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"));

    @AfterEach
    void stop() {
        rig.close();
    }

    private static String path(ApiDescription.Operation operation, String account) {
        String path = operation
                .path()
                .replace("{domain}", DOMAIN)
                .replace("{cluster}", DOMAIN)
                .replace("{tree}", DOMAIN)
                .replace("{account}", account)
                .replace("{user}", "anna")
                .replace("{job}", "3");
        return path + (operation.id().equals("getForecast") ? "?account=" + account + "&user=anna&place=1" : "");
    }

    private HttpResponse<String> head(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(rig.uri(path)).HEAD();
        if (headers.length > 0) {
            request.headers(headers);
        }
        return rig.send(request.build());
    }

    @Test
    void headAnswersAsGetWithoutTheBody() throws Exception {
        for (ApiDescription.Operation operation :
                ApiDescription.load().operations().values()) {
            if (!operation.id().equals("stream")) {
                same(path(operation, "physics"));
                same(path(operation, "nowhere") + (path(operation, "nowhere").contains("?") ? "&" : "?") + "x=1");
            }
        }
        for (String page : List.of("/", "/docs", "/openapi.json", "/css/none.css", "/nothing", "/v1/nothing")) {
            same(page);
        }
    }

    private void same(String path) throws Exception {
        HttpResponse<String> get = rig.get(path);
        HttpResponse<String> head = head(path);
        assertThat(head.statusCode()).as(path).isEqualTo(get.statusCode());
        assertThat(head.body()).as(path).isEmpty();
        assertThat(headers(head)).as(path).isEqualTo(headers(get));
    }

    private static Map<String, List<String>> headers(HttpResponse<String> answer) {
        Map<String, List<String>> headers = new TreeMap<>(answer.headers().map());
        headers.keySet().removeAll(Set.of("date"));
        return headers;
    }

    @Test
    void theHeadOfAStreamIsNoStream() throws Exception {
        String path = "/v1/stream?domain=" + DOMAIN;
        HttpResponse<String> head = head(path, "Accept", "text/event-stream");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
        assertThat(head(path, "Accept", "application/json").statusCode()).isEqualTo(406);
        assertThat(head("/v1/stream", "Accept", "text/event-stream").statusCode())
                .isEqualTo(400);
    }

    /** Also where the list would be empty, or the thing is not there: i-1, i+1, i05, j5, i, and other spellings of i5. */
    @Test
    void aBadCursorIs400Everywhere() throws Exception {
        int lists = 0;
        for (ApiDescription.Operation operation :
                ApiDescription.load().operations().values()) {
            if (operation.parameters().stream().noneMatch(of -> of.name().equals("cursor"))) {
                continue;
            }
            lists++;
            for (String bad :
                    List.of("x", "aS0x", "aSsx", "aTA1", "ajU", "aQ", "aTU=", "aTV", "aTk5OTk5OTk5OTk5", "-")) {
                for (String base : List.of(
                        path(operation, "physics"),
                        path(operation, "physics").replace("/domains/alps", "/domains/none"))) {
                    for (String more : List.of("", "&account=nowhere", "&limit=1")) {
                        boolean known = more.isEmpty()
                                || operation.parameters().stream()
                                        .anyMatch(of -> more.startsWith("&" + of.name() + "="));
                        if (known) {
                            HttpResponse<String> answer = rig.get(base + "?cursor=" + bad + more);
                            assertThat(answer.statusCode()).as(base + " " + bad).isEqualTo(400);
                            assertThat(answer.body()).contains("\"parameter\":\"cursor\"");
                        }
                    }
                }
            }
        }
        assertThat(lists).isEqualTo(7);
    }
}
