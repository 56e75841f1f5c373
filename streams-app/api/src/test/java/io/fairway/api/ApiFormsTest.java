package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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

/** What is the same for every operation: HEAD, cursors, and lines for periods. Expected values: RFC 9110 (section 9.3.2), and openapi.yaml. */
class ApiFormsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

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
        for (String page : List.of(
                "/",
                "/docs",
                "/manual",
                "/manual/",
                "/manual/try.md",
                "/manual/images/why-dark.png",
                "/manual/none.md",
                "/openapi.json",
                "/css/none.css",
                "/nothing",
                "/v1/nothing")) {
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

    /** The lines are the items of the answer in JSON, which other tests check. */
    @Test
    void aPeriodComesAsLines() throws Exception {
        for (String question : List.of(
                "/usage?by=association&from=1700002800000",
                "/usage?by=hour",
                "/usage?by=day&user=anna",
                "/fairness?kind=all",
                "/jobs?state=ended",
                "/jobs?state=ended&user=carla")) {
            String path = "/v1/domains/" + DOMAIN + question;
            JsonNode json = rig.json(path);
            HttpResponse<String> answer = rig.get(path, "Accept", "application/x-ndjson");

            assertThat(answer.statusCode()).as(question).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/x-ndjson");
            assertThat(MAPPER.readTree(
                            answer.headers().firstValue("Fairway-Freshness").orElse("")))
                    .isEqualTo(json.get("freshness"));
            assertThat(answer.body().lines().map(ApiFormsTest::tree)).containsExactlyElementsOf(json.get("items"));
            HttpResponse<String> head = head(path, "Accept", "application/x-ndjson");
            assertThat(head.statusCode()).isEqualTo(200);
            assertThat(head.headers().firstValue("Content-Type")).contains("application/x-ndjson");
            assertThat(head.body()).isEmpty();
        }
    }

    /** A page has 100 items where the question does not say how many; lines have no pages. */
    @Test
    void linesHaveNoPages() throws Exception {
        String path = "/v1/domains/" + DOMAIN + "/usage?by=hour&from=1699902000000";

        assertThat(rig.json(path).get("items")).hasSize(30);
        assertThat(rig.json(path + "&limit=7").get("items")).hasSize(7);
        assertThat(rig.get(path, "Accept", "application/x-ndjson").body().lines())
                .hasSize(30);
        assertThat(rig.get(path + "&limit=7", "Accept", "application/x-ndjson")
                        .body()
                        .lines())
                .hasSize(7);
        HttpResponse<String> refused = rig.get(path + "&cursor=aTU", "Accept", "application/x-ndjson");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("\"parameter\":\"cursor\"");
    }

    @Test
    void linesAreForPeriods() throws Exception {
        for (String question :
                List.of("/usage", "/usage?by=user", "/usage?by=window", "/jobs", "/jobs?state=running")) {
            HttpResponse<String> refused =
                    rig.get("/v1/domains/" + DOMAIN + question, "Accept", "application/x-ndjson");
            assertThat(refused.statusCode()).as(question).isEqualTo(406);
            assertThat(refused.body()).contains("give period, or from and to");
        }
        // Who takes anything gets JSON, as everywhere.
        assertThat(rig.get("/v1/domains/" + DOMAIN + "/jobs", "Accept", "*/*").statusCode())
                .isEqualTo(200);
        assertThat(rig.get("/v1/domains/" + DOMAIN + "/fairshare", "Accept", "application/x-ndjson")
                        .body())
                .startsWith("{\"domain\"");
    }

    private static JsonNode tree(String line) {
        try {
            return MAPPER.readTree(line);
        } catch (JsonProcessingException e) {
            throw new AssertionError(line, e);
        }
    }
}
