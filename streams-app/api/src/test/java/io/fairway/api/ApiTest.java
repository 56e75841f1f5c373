package io.fairway.api;

import static io.fairway.api.ApiRig.HOUR;
import static io.fairway.api.ApiRig.encoded;
import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.fairway.api.http.ApiDescription;
import io.fairway.api.http.ApiSettings;
import io.fairway.engine.Document;
import io.fairway.engine.Rule;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The API over the stores of a topology: its answers, their descriptions, and its refusals. */
class ApiTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final ApiDescription DESCRIPTION = ApiDescription.load();

    private final ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"));

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void everyOperationAnswersAsItIsDescribed() throws Exception {
        String d = "/v1/domains/" + DOMAIN;
        String job = d + "/jobs/" + DOMAIN + "/3";
        String odd = d + "/jobs/" + DOMAIN + "/" + encoded("5/a b");
        for (String[] asked : new String[][] {
            {"listDomains", "/v1/domains"},
            {"getDomain", d},
            {"listTrees", d + "/trees"},
            {"listShares", d + "/shares?account=physics"},
            {"getUsage", d + "/usage"},
            {"getUsage", d + "/usage?by=association&user=anna"},
            {"getUsage", d + "/usage?by=user&limit=1"},
            {"getUsage", d + "/usage?by=hour&account=physics"},
            {"getUsage", d + "/usage?by=day&user=ben"},
            {"getUsage", d + "/usage?at=" + (T0 + HOUR)},
            {"getUsageByCluster", "/v1/usage?user=anna"},
            {"listFairshare", d + "/fairshare"},
            {"listFairshare", d + "/fairshare?sort=last&limit=1"},
            {"getAccountFairshare", d + "/fairshare/" + DOMAIN + "/physics"},
            {"getFairshare", d + "/fairshare/" + DOMAIN + "/" + encoded("bio/medical") + "/carla"},
            {"getForecast", d + "/forecast?account=physics&user=ben&factor=0.9"},
            {"getForecast", d + "/forecast?account=physics&user=ben&place=1&if=continues"},
            {"previewAdjustment", d + "/adjustments/preview?kind=refund&account=physics&user=ben&amount=60"},
            {"previewAdjustment", d + "/adjustments/preview?kind=refund&job=1"},
            {"previewAdjustment", d + "/adjustments/preview?kind=reset&account=physics&effectiveAt=" + T0},
            {"listJobs", d + "/jobs"},
            {"listJobs", d + "/jobs?state=running"},
            {"getJob", job},
            {"getJob", odd},
            {"listJobEvents", job + "/events"},
            {"whyJob", job + "/why"},
            {"whyJob", odd + "/why?policy=shadow"},
            {"getState", d + "/state"},
            {"whatIfJob", job + "/whatif?nodes=2"},
            {"whatIfJob", odd + "/whatif?qos=high&policy=shadow"},
            {"whyUser", d + "/users/anna/why"},
            {"listQueues", d + "/queues"},
            {"listPolicies", d + "/policies"},
            {"comparePolicies", d + "/policies/compare"},
            {"getStatus", "/v1/status"},
            {"getHealth", "/health"},
            {"getReadiness", "/ready"}
        }) {
            JsonNode answer = ok(asked[1]);
            assertThat(problems(asked[0], answer)).as(asked[1] + "\n" + answer).isEmpty();
        }
        assertThat(rig.get("/metrics").body()).isEqualTo("fairway_up 1\n");
        assertThat(rig.get("/openapi.yaml").body()).isEqualTo(DESCRIPTION.text());
        assertThat(MAPPER.readTree(rig.get("/openapi.json").body())).isEqualTo(DESCRIPTION.json());
    }

    /** The templates are those of openapi.yaml: a name in a path must not make a series of its own. */
    @Test
    void theMetricsHearOfEachRequestByItsRoute() throws Exception {
        var unused = List.of(
                rig.get("/v1/domains/alps/usage?by=user"),
                rig.get("/v1/domains/nowhere/usage?by=user"),
                rig.get("/js/app.js"),
                rig.get("/wp-login.php"));

        Awaitility.await()
                .untilAsserted(() -> assertThat(rig.answered)
                        .contains(
                                "GET /v1/domains/{domain}/usage 200",
                                "GET /v1/domains/{domain}/usage 404",
                                "GET /js/<file> 200",
                                "GET  404"));
    }

    @Test
    void usageIsWhatWasUsed() throws Exception {
        double lambda = Math.log(2) / 3600;
        double anna = 4 * (1 - 0.5) / lambda * 0.5;
        double ben = 2 * (1 - Math.pow(2, -1.5)) / lambda;
        JsonNode users = ok("/v1/domains/alps/usage?by=user").get("items");
        assertThat(users.get(0).get("user").asText()).isEqualTo("ben");
        assertThat(users.get(0).get("value").asDouble()).isCloseTo(ben, within(1e-6 * ben));
        assertThat(users.get(0).get("running").asDouble()).isEqualTo(2);
        assertThat(users.get(1).get("value").asDouble()).isCloseTo(anna, within(1e-6 * anna));
        JsonNode accounts = ok("/v1/domains/alps/usage").get("items");
        assertThat(accounts.get(0).get("value").asDouble()).isCloseTo(anna + ben, within(1e-6 * (anna + ben)));

        JsonNode hours = ok("/v1/domains/alps/usage?by=hour&from=" + T0).get("items");
        assertThat(hours).hasSize(2);
        assertThat(hours.get(0).get("value").asDouble()).isEqualTo(4 * 3600 + 2 * 1800);
        assertThat(hours.get(1).get("value").asDouble()).isEqualTo(2 * 3600);

        // As of an hour ago, from the hours: Ben's usage in half of the hour counts as spread over all of it. At least,
        // all of
        // it was used at the beginning of the hour, and has halved; at most it was used at the end.
        JsonNode before = ok("/v1/domains/alps/usage?by=user&at=" + (T0 + HOUR));
        assertThat(before.get("approximate").asBoolean()).isTrue();
        assertThat(before.get("items").get(0).get("value").asDouble())
                .isCloseTo(4 * 0.5 / lambda, within(1e-6 * 4 * 0.5 / lambda));
        assertThat(before.get("items").get(1).get("value").asDouble())
                .isCloseTo(1 * 0.5 / lambda, within(1e-6 * 0.5 / lambda));
        assertThat(before.get("items").get(1).get("least").asDouble()).isCloseTo(1800, within(1e-6 * 1800));
        assertThat(before.get("items").get(1).get("most").asDouble()).isCloseTo(3600, within(1e-6 * 3600));

        // Part of the whole tree: Ben's is a fifth of it, also where nobody else was asked for.
        JsonNode ben2 = ok("/v1/domains/alps/usage?by=user&user=ben&at=" + (T0 + HOUR));
        assertThat(ben2.get("items").get(0).get("percent").asDouble()).isCloseTo(20, within(1e-4));
    }

    @Test
    @Rule(document = Document.SLURM, rows = "73-75")
    void theRowsOfWhyAddUpToThePriority() throws Exception {
        for (JsonNode job : ok("/v1/domains/alps/jobs").get("items")) {
            JsonNode why =
                    ok("/v1/domains/alps/jobs/alps/" + encoded(job.get("job").asText()) + "/why");
            double sum = 0;
            for (JsonNode row : why.get("rows")) {
                sum += row.path("contribution").asDouble();
            }
            assertThat(sum).isEqualTo(why.get("priority").asDouble());
        }
    }

    @Test
    void theStatusCountsDeadLettersByKind() throws Exception {
        rig.deadLetters = Map.of("time", 7L, "refused", 0L);

        JsonNode self = ok("/v1/status").at("/instances/0");
        assertThat(self.get("deadLetters").get("time").asLong()).isEqualTo(7);
        assertThat(self.get("deadLetters").get("refused").asLong()).isZero();
        assertThat(self.get("deadLetters")).hasSize(2);
    }

    @Test
    void pagesTileTheList() throws Exception {
        List<String> paths = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = ok("/v1/domains/alps/fairshare?limit=2" + cursor);
            page.get("items").forEach(item -> paths.add(item.get("path").asText()));
            cursor = page.has("next") ? "&cursor=" + page.get("next").asText() : "";
        } while (!cursor.isEmpty());
        assertThat(paths)
                .containsExactlyInAnyOrder(
                        "/", "/physics", "/physics/anna", "/physics/ben", "/bio/medical", "/bio/medical/carla");
    }

    @Test
    void anAnswerThatDidNotChangeIsNotSentAgain() throws Exception {
        HttpResponse<String> first = rig.get("/v1/domains/alps/fairshare");
        String tag = first.headers().firstValue("ETag").orElseThrow();
        assertThat(rig.get("/v1/domains/alps/fairshare", "If-None-Match", tag).statusCode())
                .isEqualTo(304);
    }

    @Test
    void aStandbyAnswersAsStaleAndOneThatIsRestoredNotAtAll() throws Exception {
        rig.active = false;
        rig.lag = 3;
        JsonNode freshness = ok("/v1/domains/alps").get("freshness");
        assertThat(freshness.get("state").asText()).isEqualTo("stale");
        assertThat(freshness.get("role").asText()).isEqualTo("standby");
        assertThat(freshness.get("lag").asInt()).isEqualTo(3);
        rig.lag = 101;
        assertThat(refused("/v1/domains/alps", 503).get("detail").asText()).contains("101 records are left");
        rig.active = true;
        rig.lag = 1;
        assertThat(refused("/v1/domains/alps", 503).get("detail").asText()).contains("being restored");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/domains/alps/jobs?limt=3, 400, limt",
        "/v1/domains/alps/jobs?limit=0, 400, limit",
        "/v1/domains/alps/jobs?limit=x, 400, limit",
        "/v1/domains/alps/jobs?limit=1&limit=2, 400, limit",
        "/v1/domains/alps/jobs?cursor=x, 400, cursor",
        "/v1/domains/alps/jobs?state=gone, 400, state",
        "/v1/domains/alps/usage?at=yesterday, 400, at",
        "/v1/domains/alps/usage?at=4000-01-01, 400, at",
        "/v1/domains/alps/usage?by=hour&from=1999-01-01, 400, from",
        "/v1/domains/alps/usage?by=window, 400, by",
        "/v1/domains/alps/usage?from=2026-05-03, 400, not before now",
        "/v1/domains/alps/usage?by=user&to=2026-05-03, 400, from: is missing",
        "/v1/domains/alps/fairness?period=2026-05, 400, later than now",
        "/v1/domains/alps/usage?by=day&at=2026-05-03, 400, windows of time",
        "/v1/domains/alps/usage?by=window&from=2026-05-03, 400, windows that are kept now",
        "/v1/domains/alps/usage?by=qos&from=2023-11-14, 400, usage as of now",
        "/v1/domains/alps/usage?by=qos&user=anna, 400, all accounts and users",
        "/v1/domains/alps/forecast?user=ben&factor=1, 400, account",
        "/v1/domains/alps/forecast?account=physics&user=ben, 400, factor",
        "/v1/domains/alps/forecast?account=physics&user=ben&rank=1, 400, now called place",
        "/v1/domains/nowhere, 404, nowhere",
        "/v1/domains/alps/fairshare?tree=none, 404, none",
        "/v1/domains/alps/fairshare?policy=none, 404, none",
        "/v1/domains/alps/fairshare?account=none, 404, none",
        "/v1/domains/alps/fairshare/alps/physics/nobody, 404, nobody",
        "/v1/domains/alps/jobs/alps/77, 404, 77",
        "/v1/domains/alps/users/nobody/why, 404, nobody",
        "/v1/domains/alps/jobs/alps/1/why, 409, ended",
        "/v1/domains/alps/jobs/alps/2/why, 409, runs",
        "/v1/stream, 400, domain",
        "/page/../openapi.yaml, 404, ''",
        "/nothing, 404, nothing"
    })
    void whatIsWrongIsSaid(String path, int status, String word) throws Exception {
        JsonNode problem = refused(path, status);
        assertThat(problem.get("status").asInt()).isEqualTo(status);
        assertThat(problem.get("detail").asText()).contains(word);
    }

    /** No request breaks the server: every operation gets parameters with values of every kind. */
    @Test
    void noParameterBreaksIt() throws Exception {
        List<String> odd = List.of(
                "",
                "0",
                "-1",
                "1e9",
                "99999999999999999999",
                "NaN",
                "Infinity",
                "alps",
                "physics",
                "../..",
                "%",
                "a|b",
                "\u0000",
                "\u202e",
                "x".repeat(600),
                "' or 1=1",
                "{}",
                "2026-02-30",
                "1970-01-01",
                "all",
                "hour",
                "ben");
        Random random = new Random(20261121);
        for (ApiDescription.Operation operation : DESCRIPTION.operations().values()) {
            if (operation.id().equals("stream")) {
                continue;
            }
            for (int i = 0; i < 60; i++) {
                String path = operation.path();
                StringBuilder query = new StringBuilder();
                for (ApiDescription.Parameter parameter : operation.parameters()) {
                    String value = encoded(odd.get(random.nextInt(odd.size())));
                    if (parameter.in().equals("path")) {
                        path = path.replace("{" + parameter.name() + "}", random.nextBoolean() ? DOMAIN : value);
                    } else if (random.nextInt(3) == 0) {
                        query.append(query.isEmpty() ? "?" : "&")
                                .append(encoded(parameter.name()))
                                .append('=')
                                .append(value);
                    }
                }
                HttpResponse<String> response = rig.get(path + query);
                assertThat(response.statusCode()).as(path + query).isLessThan(500);
                assertThat(response.body()).as(path + query).doesNotContain("Exception", "\tat ");
            }
        }
    }

    private JsonNode ok(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = rig.get(path);
        assertThat(response.statusCode()).as(path + "\n" + response.body()).isEqualTo(200);
        return MAPPER.readTree(response.body());
    }

    private JsonNode refused(String path, int status) throws IOException, InterruptedException {
        HttpResponse<String> response = rig.get(path);
        assertThat(response.statusCode()).as(path + "\n" + response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode problem = MAPPER.readTree(response.body());
        assertThat(validate(problem, "Problem")).isEmpty();
        return problem;
    }

    /** The places where an answer differs from the description of its operation. */
    private static Set<ValidationMessage> problems(String operation, JsonNode answer) {
        JsonNode paths = DESCRIPTION.json().get("paths");
        JsonNode schema = null;
        for (JsonNode path : paths) {
            JsonNode get = path.get("get");
            if (get != null && get.get("operationId").asText().equals(operation)) {
                JsonNode response = get.get("responses").get("200");
                JsonNode reference = response.get("$ref");
                JsonNode said = reference == null
                        ? response
                        : DESCRIPTION.json().at(reference.asText().substring(1));
                schema = said.at("/content/application~1json/schema");
            }
        }
        assertThat(schema).as(operation).isNotNull();
        String reference = java.util.Objects.requireNonNull(schema).get("$ref").asText();
        return validate(answer, reference.substring(reference.lastIndexOf('/') + 1));
    }

    private static Set<ValidationMessage> validate(@Nullable JsonNode answer, String schema) {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("$ref", "#/components/schemas/" + schema);
        root.set("components", DESCRIPTION.json().get("components"));
        JsonSchema compiled =
                JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(root);
        return compiled.validate(answer);
    }
}
