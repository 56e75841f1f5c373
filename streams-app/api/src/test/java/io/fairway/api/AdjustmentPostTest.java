package io.fairway.api;

import static io.fairway.api.ApiRig.HOUR;
import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.access.AccessConfig;
import io.fairway.access.AccessConfigs;
import io.fairway.access.Address;
import io.fairway.access.Authenticators;
import io.fairway.access.Tokens;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who may correct usage over HTTP, and what it takes. Expected values: openapi.yaml, RFC 9110 (methods, 413, 415) and the Fetch
 * standard. What is written is kept in memory here; CorrectionsIT writes to a broker.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class AdjustmentPostTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String PATH = "/v1/domains/" + DOMAIN + "/adjustments";
    private static final String PAGE = "https://portal.example.org";
    private static final String REFUND = """
            {"id": "r1", "tree": "alps", "account": "physics", "user": "anna", "kind": "refund", "amount": 3600,
             "reason": "node failed"}""";

    @TempDir
    private static Path directory;

    private static final String ANNA = Tokens.random(new SecureRandom());
    private static final String PAUL = Tokens.random(new SecureRandom());
    private static final String OLGA = Tokens.random(new SecureRandom());
    private static ApiRig rig;

    @BeforeAll
    static void start() throws Exception {
        rig = rig(Map.of());
    }

    @AfterAll
    static void stop() {
        rig.close();
    }

    @BeforeEach
    void forget() {
        rig.written.records.clear();
    }

    private static ApiRig rig(Map<String, String> more) throws Exception {
        Path tokens = Files.write(
                directory.resolve("tokens"),
                List.of(
                        "name=anna role=user sha256=" + Tokens.hash(ANNA),
                        "name=paul role=coordinator accounts=physics sha256=" + Tokens.hash(PAUL),
                        "name=olga role=operator sha256=" + Tokens.hash(OLGA)));
        Map<String, String> settings = new HashMap<>(
                Map.of("http.auth", "token", "http.auth.token.file", tokens.toString(), "http.limit.rate", "0"));
        settings.putAll(more);
        AccessConfig access = AccessConfigs.of(settings);
        return new ApiRig(
                ApiSettings.of(new Address("127.0.0.1", 0), access, Authenticators.of(access, () -> 0), "test"));
    }

    private static HttpResponse<String> post(ApiRig to, String body, String... headers) throws Exception {
        return to.send(HttpRequest.newBuilder(to.uri(PATH))
                .headers(headers)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    private static HttpResponse<String> post(String body, String token, String... more) throws Exception {
        return postAs(rig, body, token, more);
    }

    private static HttpResponse<String> postAs(ApiRig to, String body, String token, String... more) throws Exception {
        String[] headers = new String[more.length + 4];
        System.arraycopy(
                new String[] {"Content-Type", "application/json", "Authorization", "Bearer " + token},
                0,
                headers,
                0,
                4);
        System.arraycopy(more, 0, headers, 4, more.length);
        return post(to, body, headers);
    }

    private static void refused(HttpResponse<String> answer, int status, String text) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(MAPPER.readTree(answer.body()).get("detail").asText()).contains(text);
    }

    @Test
    void anOperatorCorrectsAndARepeatCountsOnce() throws Exception {
        HttpResponse<String> first = post(REFUND, OLGA);
        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        JsonNode answer = MAPPER.readTree(first.body());
        assertThat(answer.get("actor").asText()).isEqualTo("olga");
        assertThat(Instant.parse(answer.get("at").asText())).isEqualTo(Instant.ofEpochMilli(T0 + 2 * HOUR));
        assertThat(answer.get("toUser").isNull()).isTrue();
        assertThat(first.headers().firstValue("Cache-Control")).hasValue("no-store");

        HttpResponse<String> again = post(REFUND, OLGA);
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(rig.written.records)
                .containsExactly(Adjustment.newBuilder()
                        .setDomain(DOMAIN)
                        .setTree("alps")
                        .setAccount("physics")
                        .setUser("anna")
                        .setId("r1")
                        .setKind(AdjustmentKind.REFUND)
                        .setAmount(3600)
                        .setEffectiveAt(Instant.ofEpochMilli(T0 + 2 * HOUR))
                        .setActor("olga")
                        .setReason("node failed")
                        .build());
    }

    @Test
    void transfersAndResetsHaveTheirMembers() throws Exception {
        HttpResponse<String> transfer = post("""
                {"id": "t1", "tree": "alps", "account": "physics", "user": "anna", "kind": "transfer", "amount": 12.5,
                 "toAccount": "physics", "toUser": "ben", "measure": "slow", "at": "%s", "reason": "wrong user"}""".formatted(Instant.ofEpochMilli(T0 + HOUR)), OLGA);
        assertThat(transfer.statusCode()).as(transfer.body()).isEqualTo(201);
        HttpResponse<String> reset = post(
                "{\"id\":\"z1\",\"tree\":\"alps\",\"account\":\"physics\",\"user\":null,"
                        + "\"kind\":\"reset\",\"reason\":\"new year\"}",
                OLGA);
        assertThat(reset.statusCode()).as(reset.body()).isEqualTo(201);

        Adjustment moved = rig.written.records.get(0);
        assertThat(moved.getToUser()).isEqualTo("ben");
        assertThat(moved.getMeasure()).isEqualTo("slow");
        assertThat(moved.getAmount()).isEqualTo(12.5);
        assertThat(moved.getEffectiveAt()).isEqualTo(Instant.ofEpochMilli(T0 + HOUR));
        assertThat(rig.written.records.get(1).getUser()).isEmpty();
    }

    @Test
    void onlyOperatorsMay() throws Exception {
        refused(post(rig, REFUND, "Content-Type", "application/json"), 401, "Authorization");
        refused(post(REFUND, ANNA), 403, "anna (user) asked for a correction of usage; only operators");
        refused(post(REFUND, PAUL), 403, "paul (coordinator) asked for a correction of usage; only operators");
        refused(post("nonsense", ANNA, "X", "y"), 403, "only operators");
        assertThat(rig.written.records).isEmpty();
    }

    /** http.open lets everybody see everything, and still nobody but an operator corrects. */
    @Test
    void neitherWhereEverybodySeesEverything() throws Exception {
        try (ApiRig open = rig(Map.of("http.open", "true"))) {
            refused(
                    post(open, REFUND, "Content-Type", "application/json", "Authorization", "Bearer " + ANNA),
                    403,
                    "only operators");
        }
    }

    @Test
    void withoutAuthenticationNobodyMay() throws Exception {
        AccessConfig access = AccessConfigs.of(Map.of());
        for (ApiSettings settings : List.of(
                ApiSettings.open("127.0.0.1", 0, "test"),
                ApiSettings.of(new Address("127.0.0.1", 0), access, Authenticators.of(access, () -> 0), "test"))) {
            try (ApiRig open = new ApiRig(settings)) {
                refused(
                        post(open, REFUND, "Content-Type", "application/json"),
                        403,
                        "only where callers authenticate, because a correction has an author; set http.auth, or correct it"
                                + " with 'fairway adjust'");
                assertThat(open.written.records).isEmpty();
            }
        }
    }

    @Test
    void noPageOfAnotherOriginMay() throws Exception {
        try (ApiRig named = rig(Map.of("http.cors.origins", PAGE))) {
            for (String origin : List.of(PAGE, "null", "http://evil.example.com", "http://127.0.0.1:1")) {
                HttpResponse<String> answer = postAs(named, REFUND, OLGA, "Origin", origin);
                refused(answer, 403, "a page of another origin may not correct usage");
                assertThat(answer.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
            }
            HttpResponse<String> preflight = named.send(HttpRequest.newBuilder(named.uri(PATH))
                    .headers("Origin", PAGE, "Access-Control-Request-Method", "POST")
                    .header("Access-Control-Request-Headers", "authorization, content-type")
                    .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                    .build());
            assertThat(preflight.statusCode()).isEqualTo(204);
            assertThat(preflight.headers().firstValue("Allow")).hasValue("OPTIONS, POST");
            assertThat(preflight.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
            assertThat(named.written.records).isEmpty();

            String own = "http://127.0.0.1:" + named.uri("/").getPort();
            assertThat(postAs(named, REFUND, OLGA, "Origin", own).statusCode()).isEqualTo(201);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "application/json5"})
    void theBodyIsJson(String type) throws Exception {
        refused(
                post(rig, REFUND, "Content-Type", type, "Authorization", "Bearer " + OLGA),
                415,
                "the content type is " + type + " and must be application/json");
        refused(post(rig, REFUND, "Authorization", "Bearer " + OLGA), 415, "the content type is none");
    }

    /** 16 KiB are allowed, also where nobody says the length before. */
    @Test
    void theBodyIsSmall() throws Exception {
        String largest = REFUND + " ".repeat(16_384 - REFUND.length());
        assertThat(post(largest, OLGA).statusCode()).isEqualTo(201);
        refused(post(largest + " ", OLGA), 413, "the body has more than 16384 bytes");
        HttpResponse<String> chunked = rig.send(HttpRequest.newBuilder(rig.uri(PATH))
                .headers("Content-Type", "application/json; charset=utf-8", "Authorization", "Bearer " + OLGA)
                .POST(HttpRequest.BodyPublishers.ofInputStream(
                        () -> new java.io.ByteArrayInputStream(new byte[20_000])))
                .build());
        refused(chunked, 413, "the body has more than 16384 bytes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[] | 400 | no JSON object",
                "'' | 400 | no JSON object",
                "{ | 400 | no JSON, or has a member twice: line 1",
                "{} {} | 400 | no JSON",
                "{\"id\":\"a\",\"id\":\"b\"} | 400 | member twice"
            })
    void whatIsNoObjectIsRefused(String body, int status, String text) throws Exception {
        refused(post(body, OLGA), status, text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "id | null | 400 | id: missing",
                "id | 5 | 400 | id: must be a string and is of type number",
                "id | \" \" | 400 | id: ' ' does not match",
                "reason | \"\" | 400 | reason: has 0 characters",
                "reason | \"a\\nb\" | 400 | reason: 'a",
                "amount | \"5\" | 400 | amount: must be a number and is of type string",
                "amount | 0 | 400 | amount: 0 is not above 0",
                "amount | -1 | 400 | amount: -1 is not above 0",
                "amount | 1e22 | 400 | amount: 1.0E22 is not within",
                "amount | null | 400 | amount: needed for a refund",
                "kind | \"REFUND\" | 400 | kind: 'REFUND' is not one of refund, charge, transfer, reset",
                "kind | \"reset\" | 400 | amount: does not apply to a reset",
                "kind | \"transfer\" | 400 | toAccount: needed for a transfer",
                "toUser | \"ben\" | 400 | toUser: applies to a transfer alone",
                "user | null | 400 | user: needed",
                "user | \"nobody\" | 404 | user nobody in account physics",
                "tree | \"other\" | 404 | tree other: not in domain",
                "measure | \"none\" | 404 | measure none",
                "at | \"soon\" | 400 | at: 'soon' is not a date",
                "actor | \"boss\" | 400 | actor: unknown member; known: account, amount, at, id"
            })
    void whatIsWrongIsSaid(String member, String value, int status, String text) throws Exception {
        ObjectNode body = (ObjectNode) MAPPER.readTree(REFUND);
        body.set(member, MAPPER.readTree(value));
        refused(post(body.toString(), OLGA), status, text);
        assertThat(rig.written.records).isEmpty();
    }

    @Test
    void neitherAQueryNorAnotherMethod() throws Exception {
        HttpResponse<String> query = rig.send(HttpRequest.newBuilder(rig.uri(PATH + "?dryRun=true"))
                .headers("Content-Type", "application/json", "Authorization", "Bearer " + OLGA)
                .POST(HttpRequest.BodyPublishers.ofString(REFUND))
                .build());
        refused(query, 400, "dryRun: unknown parameter");
        HttpResponse<String> get = rig.get(PATH, "Authorization", "Bearer " + OLGA);
        refused(get, 405, "GET: only OPTIONS, POST are allowed here");
        assertThat(get.headers().firstValue("Allow")).hasValue("OPTIONS, POST");
        assertThat(rig.written.records).isEmpty();
    }

    /** The instance that has the domain cannot be asked: this one cannot check, and writes nothing. */
    @Test
    void anInstanceThatMayNotAskTheOthersSaysWhere() throws Exception {
        rig.elsewhere = "other:8090";
        try {
            refused(post(REFUND, OLGA), 503, "domain alps is at the instance other:8090");
            assertThat(rig.written.records).isEmpty();
        } finally {
            rig.elsewhere = null;
        }
    }
}
