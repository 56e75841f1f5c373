package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.access.AccessConfig;
import io.fairway.access.AccessConfigs;
import io.fairway.access.Address;
import io.fairway.access.Authenticators;
import io.fairway.access.Logged;
import io.fairway.access.Tokens;
import io.fairway.api.http.ApiSettings;
import io.fairway.engine.PipelineDriver;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Two instances; the domain is at the first. */
@SuppressWarnings("NullAway.Init") // JUnit sets the field
@Isolated("It reads what everybody logs.")
class PeersTest {
    private static final String JOBS = "/v1/domains/" + DOMAIN + "/jobs";
    private static final String[] ANNA = {"Authorization", "Bearer fairway_anna"};

    @TempDir
    private Path directory;

    private ApiSettings settings(String... more) throws Exception {
        Path tokens = Files.write(
                directory.resolve("tokens"), List.of("name=anna role=user sha256=" + Tokens.hash("fairway_anna")));
        Map<String, String> all =
                new HashMap<>(Map.of("http.auth", "token", "http.auth.token.file", tokens.toString()));
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        AccessConfig access = AccessConfigs.of(all);
        return ApiSettings.of(new Address("127.0.0.1", 0), access, Authenticators.of(access, () -> 0), "test");
    }

    private static void pair(ApiRig first, ApiRig second) {
        first.self = "127.0.0.1:" + first.uri("/").getPort();
        second.self = "127.0.0.1:" + second.uri("/").getPort();
        second.elsewhere = first.self;
    }

    @Test
    void withASecretAnyInstanceAnswersAsTheCallerSees() throws Exception {
        ApiSettings settings = settings("http.peer.secret", "a secret of the instances of this test");
        try (ApiRig first = new ApiRig(settings);
                ApiRig second = new ApiRig(settings)) {
            pair(first, second);
            HttpResponse<String> passedOn = second.get(JOBS, ANNA);
            assertThat(passedOn.statusCode()).as(passedOn.body()).isEqualTo(200);
            assertThat(passedOn.body())
                    .isEqualTo(first.get(JOBS, ANNA).body())
                    .contains("anna")
                    .doesNotContain("ben");
            HttpResponse<String> unknown = second.get(JOBS + "/alps/99", ANNA);
            assertThat(unknown.statusCode()).isEqualTo(404);
            assertThat(unknown.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(second.get("/v1/domains", ANNA).body()).contains(DOMAIN).contains("\"unreachable\":[]");
            assertThat(second.get("/v1/status", ANNA).body()).contains(first.self, second.self);
        }
    }

    /** An instance answers 10,000 items at once at most. */
    @Test
    @Tag("whole")
    void linesThatAnotherInstanceHasComeByPages() throws Exception {
        int jobs = 10_001;
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(60_000);
        pipeline.share("physics", "anna", 1);
        for (int i = 0; i < jobs; i++) {
            long start = T0 + 60_000L * i;
            pipeline.start("j" + i, "physics", "anna", start, 1);
            pipeline.finish("j" + i, start + 60_000, start);
        }
        try (ApiRig first = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, T0 + 60_000L * jobs + 1);
                ApiRig second = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"))) {
            pair(first, second);
            String[] lines = {"Accept", "application/x-ndjson"};
            String question = JOBS + "?state=ended&from=" + T0;

            String all = second.get(question, lines).body();
            assertThat(all.lines()).hasSize(jobs).first().asString().contains("\"job\":\"j10000\"");
            assertThat(all).isEqualTo(first.get(question, lines).body());
            assertThat(second.get(question + "&limit=3", lines).body().lines()).hasSize(3);
            assertThat(second.get(question + "&user=nobody", lines).body()).isEmpty();
            assertThat(second.get(question + "&period=today", lines).statusCode())
                    .isEqualTo(400);
        }
    }

    @Test
    void withoutASecretTheAnswerSaysWhichInstanceHasTheDomain() throws Exception {
        try (Logged logged = new Logged();
                ApiRig first = new ApiRig(settings());
                ApiRig second = new ApiRig(settings())) {
            pair(first, second);
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> refused = second.get(JOBS, ANNA);
                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(refused.body()).contains("is at the instance " + first.self, "http.peer.secret is not set");
            }
            assertThat(second.get("/v1/domains", ANNA).body()).contains(first.self, "http.peer.secret is not set");
            HttpResponse<String> stream =
                    second.get("/v1/stream?domain=" + DOMAIN, ANNA[0], ANNA[1], "Accept", "text/event-stream");
            assertThat(stream.statusCode()).isEqualTo(503);
            assertThat(stream.body()).contains("is at the instance " + first.self);
            assertThat(logged.texts())
                    .filteredOn(text -> text.startsWith("WARN there are other instances (" + first.self + ")"))
                    .hasSize(1);
        }
    }

    @Test
    void aPassOfAStrangerIsRefusedAndFreesOfNoLimit() throws Exception {
        try (ApiRig rig = new ApiRig(settings(
                "http.peer.secret",
                "a secret of the instances of this test",
                "http.limit.rate",
                "0.001",
                "http.limit.burst",
                "3"))) {
            for (int i = 0; i < 4; i++) {
                HttpResponse<String> refused = rig.get(JOBS, ANNA[0], ANNA[1], "Fairway-Pass", "a.b.c");
                assertThat(refused.statusCode()).isEqualTo(i < 3 ? 401 : 429);
            }
            assertThat(rig.get(JOBS, ANNA).statusCode())
                    .as("her own questions are left")
                    .isEqualTo(200);
        }
    }
}
