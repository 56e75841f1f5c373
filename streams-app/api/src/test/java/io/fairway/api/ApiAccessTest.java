package io.fairway.api;

import static io.fairway.api.ApiRig.encoded;
import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import io.fairway.access.AccessConfig;
import io.fairway.access.AccessConfigs;
import io.fairway.access.Address;
import io.fairway.access.Authenticators;
import io.fairway.access.Issuer;
import io.fairway.access.Logged;
import io.fairway.access.Tokens;
import io.fairway.api.http.ApiDescription;
import io.fairway.api.http.ApiSettings;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Access control over HTTP: a refusal says so, tells nobody a secret, and logs none. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
@Isolated("It reads what everybody logs.")
class ApiAccessTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String D = "/v1/domains/" + DOMAIN;
    private static final long NOON = Instant.parse("2026-11-21T12:00:00Z").toEpochMilli();

    private static ECKey key;

    @TempDir
    private Path directory;

    private final String anna = Tokens.random(new SecureRandom());
    private final String physicist = Tokens.random(new SecureRandom());
    private final String operator = Tokens.random(new SecureRandom());
    private final String expired = Tokens.random(new SecureRandom());
    private Logged logged;
    private Issuer issuer;
    private ApiRig rig;

    @BeforeAll
    static void makeKey() throws Exception {
        key = Issuer.ec("key");
    }

    @BeforeEach
    void start() throws Exception {
        logged = new Logged();
        issuer = new Issuer().publish(key);
        rig = new ApiRig(settings(Map.of("http.limit.rate", "0")));
    }

    @AfterEach
    void stop() {
        rig.close();
        issuer.close();
        logged.close();
    }

    private ApiSettings settings(Map<String, String> more) throws Exception {
        Path tokens = Files.write(
                directory.resolve("tokens"),
                List.of(
                        "name=anna role=user sha256=" + Tokens.hash(anna),
                        "name=paul role=coordinator accounts=physics sha256=" + Tokens.hash(physicist),
                        "name=olga role=operator sha256=" + Tokens.hash(operator),
                        "name=anna role=user expires=2026-11-21T11:59:59Z sha256=" + Tokens.hash(expired)));
        Map<String, String> all = new HashMap<>(Map.of(
                "http.auth",
                "token,oidc",
                "http.auth.token.file",
                tokens.toString(),
                "http.auth.oidc.issuer",
                issuer.url(),
                "http.auth.oidc.audience",
                "fairway"));
        all.putAll(more);
        AccessConfig access = AccessConfigs.of(all);
        return ApiSettings.of(new Address("127.0.0.1", 0), access, Authenticators.of(access, () -> NOON), "test");
    }

    private String jwt(ECKey signer, long expires) throws Exception {
        return Issuer.sign(
                JWSAlgorithm.ES256,
                signer,
                new JWTClaimsSet.Builder()
                        .issuer(issuer.url())
                        .audience("fairway")
                        .subject("anna")
                        .issueTime(Date.from(Instant.ofEpochMilli(NOON - 600_000)))
                        .expirationTime(Date.from(Instant.ofEpochMilli(expires)))
                        .build());
    }

    private HttpResponse<String> ask(String path, String token) throws Exception {
        return rig.get(path, "Authorization", "Bearer " + token);
    }

    private JsonNode items(String question, String token) throws Exception {
        return MAPPER.readTree(ask(D + question, token).body()).get("items");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/usage?user=ben",
                "/usage?by=association&user=ben",
                "/usage?by=hour&user=ben",
                "/usage?account=bio/medical",
                "/shares?user=ben",
                "/fairshare?user=ben",
                "/fairshare/alps/physics/ben",
                "/forecast?account=physics&user=ben&place=1",
                "/jobs?user=ben",
                "/users/ben/why"
            })
    void whatIsAnothersIsForbiddenAndSaysSo(String question) throws Exception {
        HttpResponse<String> refused = ask(D + question, anna);

        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(403);
        assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(MAPPER.readTree(refused.body()).get("detail").asText())
                .startsWith("anna (user) asked for")
                .contains("only", "may see that");
        assertThat(ask(D + question, operator).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/events", "/why"})
    void aJobOfAnotherIsAsUnknownAsOneThatIsNotThere(String of) throws Exception {
        HttpResponse<String> hidden = ask(D + "/jobs/alps/4" + of, anna);
        HttpResponse<String> missing = ask(D + "/jobs/alps/99" + of, anna);

        assertThat(ask(D + "/jobs/alps/4" + of, operator).statusCode()).isEqualTo(200);
        assertThat(hidden.statusCode()).isEqualTo(404).isEqualTo(missing.statusCode());
        assertThat(hidden.body()).isEqualTo(missing.body().replace("99", "4"));
        assertThat(hidden.headers().map().keySet())
                .isEqualTo(missing.headers().map().keySet());
    }

    @Test
    void oneselfIsAnsweredAndInListsOthersAreNotShown() throws Exception {
        for (String token : List.of(anna, jwt(key, NOON + 300_000))) {
            for (String question : List.of(
                    "/usage?user=anna", "/fairshare/alps/physics/anna", "/jobs/alps/3/why", "/users/anna/why")) {
                assertThat(ask(D + question, token).statusCode()).as(question).isEqualTo(200);
            }
            for (String list : List.of(
                    "/usage?by=user",
                    "/usage?by=association",
                    "/shares",
                    "/fairshare",
                    "/jobs",
                    "/jobs?state=running")) {
                assertThat(ask(D + list, token).body()).as(list).doesNotContain("ben", "carla");
            }
            String accounts = "/usage?tree=" + DOMAIN;
            JsonNode seen = items(accounts, token);
            assertThat(seen.findValuesAsText("account")).containsExactlyInAnyOrder("root", "physics");
            assertThat(seen.get(0).get("value"))
                    .as("the sum of an account is that of all its members")
                    .isEqualTo(items(accounts, operator).get(0).get("value"));
            assertThat(items("/usage?by=hour&account=physics", token))
                    .isEqualTo(items("/usage?by=hour&account=physics", operator));
        }
        for (String several : List.of(
                "/usage?user=anna&user=carla",
                "/usage?account=physics&account=bio%2Fmedical",
                "/fairshare?user=anna&user=carla",
                "/jobs?user=anna&user=carla",
                "/policies/compare?account=bio%2Fmedical&account=physics")) {
            assertThat(ask(D + several, anna).statusCode()).as(several).isEqualTo(403);
            assertThat(ask(D + several, operator).statusCode()).as(several).isEqualTo(200);
        }
        assertThat(ask(D + "/jobs", physicist).body()).contains("anna", "ben").doesNotContain("carla");
        assertThat(ask(D + "/jobs", operator).body()).contains("anna", "ben", "carla");
    }

    /** No answer to a user names a stranger, who is in none of her accounts. */
    @Test
    void noOperationTellsOfStrangers() throws Exception {
        for (ApiDescription.Operation operation :
                ApiDescription.load().operations().values()) {
            if (operation.id().equals("getDescription") || operation.id().equals("stream")) {
                continue;
            }
            String path = operation
                    .path()
                    .replace("{domain}", DOMAIN)
                    .replace("{cluster}", DOMAIN)
                    .replace("{tree}", DOMAIN)
                    .replace("{account}", "physics")
                    .replace("{user}", "anna")
                    .replace("{job}", "3");
            String query = operation.id().equals("getForecast") ? "?account=physics&user=anna&place=1" : "";
            assertThat(ask(path + query, anna).body()).as(path).doesNotContain("carla");
        }
        assertThat(ask("/metrics", anna).statusCode()).isEqualTo(403);
        assertThat(ask("/metrics", operator).statusCode()).isEqualTo(200);
        for (String open : List.of("/health", "/ready", "/openapi.yaml")) {
            assertThat(rig.get(open).statusCode()).as(open).isEqualTo(200);
        }
    }

    @Test
    void aTokenThatIsNotGoodIsRefusedAndNeitherToldNorLogged() throws Exception {
        String good = jwt(key, NOON + 300_000);
        Map<String, String> refused = new HashMap<>();
        refused.put("Bearer " + expired, "the token has expired, at 2026-11-21T11:59:59Z");
        refused.put("Bearer " + jwt(key, NOON - 61_000), "expired");
        refused.put("Bearer " + jwt(Issuer.ec("key"), NOON + 300_000), "signature");
        refused.put("Bearer " + jwt(Issuer.ec("unknown"), NOON + 300_000), "key");
        refused.put("Bearer " + good.substring(0, good.length() - 8), "");
        refused.put("Bearer " + good.replace('.', '/'), "not one of this Fairway's");
        refused.put("Bearer " + Tokens.random(new SecureRandom()), "not one of this Fairway's");
        refused.put("Bearer ..", "");
        refused.put("Bearer", "Bearer");
        refused.put("Basic YW5uYTpzZWNyZXQ=", "it must be Bearer");
        for (Map.Entry<String, String> entry : refused.entrySet()) {
            String header = entry.getKey();
            HttpResponse<String> response = rig.get(D + "/usage?user=anna", "Authorization", header);
            assertThat(response.statusCode()).as(header).isEqualTo(401);
            assertThat(response.headers().firstValue("WWW-Authenticate").orElse(""))
                    .startsWith("Bearer realm=\"fairway\"");
            assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            String secret = header.substring(header.indexOf(' ') + 1);
            assertThat(MAPPER.readTree(response.body()).get("detail").asText())
                    .as(header)
                    .contains(entry.getValue());
            if (secret.length() > 6) {
                assertThat(response.body()).doesNotContain(secret, "Exception");
                assertThat(logged.texts()).noneMatch(text -> text.contains(secret));
            }
        }
        HttpResponse<String> missing = rig.get(D + "/usage?user=anna");
        assertThat(missing.statusCode()).isEqualTo(401);
        assertThat(missing.body()).contains("there is no token");
        assertThat(ask(D + "/usage?user=anna", good).statusCode()).isEqualTo(200);
        for (String secret : List.of(anna, physicist, operator, good)) {
            assertThat(logged.texts()).noneMatch(text -> text.contains(secret));
        }
    }

    /** Headers of every kind, on every operation: no server error, and no help for an attacker who guesses. */
    @Test
    void noHeaderBreaksIt() throws Exception {
        Random random = new Random(5);
        List<String> schemes = List.of("Bearer ", "bearer  ", "Basic ", "", "Bearer\t", "Negotiate ");
        List<String> values = List.of(
                "",
                "x",
                "a.b.c",
                "eyJhbGciOiJub25lIn0.e30.",
                "eyJhbGciOiJub25lIn0.eyJzdWIiOiJvbGdhIn0.",
                "=".repeat(50),
                "x".repeat(7_000),
                "\"\\",
                "name=olga role=operator",
                "....");
        for (ApiDescription.Operation operation :
                ApiDescription.load().operations().values()) {
            String path = operation.path().replaceAll("\\{[a-z]+}", encoded("al ps"));
            for (int i = 0; i < 30; i++) {
                String header = schemes.get(random.nextInt(schemes.size())) + values.get(random.nextInt(values.size()));
                HttpResponse<String> response = rig.get(path, "Authorization", header);
                assertThat(response.statusCode())
                        .as(operation.id() + ": " + header)
                        .isIn(
                                operation.id().matches("getHealth|getReadiness|getDescription")
                                        ? List.of(200)
                                        : List.of(401));
                assertThat(response.body()).doesNotContain("Exception", "\tat ", "nimbus");
            }
        }
        assertThat(logged.texts()).noneMatch(text -> text.startsWith("ERROR"));
    }

    @Test
    void whoAsksTooOftenWaitsAndWhoGuessesToo() throws Exception {
        rig.close();
        rig = new ApiRig(settings(Map.of("http.limit.rate", "0.5", "http.limit.burst", "3")));
        for (int i = 0; i < 3; i++) {
            assertThat(ask(D, anna).statusCode()).isEqualTo(200);
            assertThat(ask(D, "guess" + i).statusCode()).isEqualTo(401);
        }
        for (String token : List.of(anna, "guess")) {
            HttpResponse<String> refused = ask(D, token);
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("2");
            assertThat(refused.body()).contains("ask again in 2 s");
        }
        assertThat(ask(D, operator).statusCode()).as("others do not wait").isEqualTo(200);
        for (int i = 0; i < 4; i++) {
            HttpResponse<String> marked = rig.get(D, "Authorization", "Bearer " + physicist, "Fairway-Forwarded", "1");
            assertThat(marked.statusCode()).isEqualTo(i < 3 ? 200 : 429);
        }
        assertThat(ask(D, physicist).statusCode())
                .as("a header makes no second limit")
                .isEqualTo(429);
        assertThat(rig.get("/health").statusCode()).isEqualTo(200);
    }

    /** Anybody can send a header. */
    @Test
    void noHeaderEscapesTheLimitWhereNobodySaysWhoTheyAre() throws Exception {
        rig.close();
        AccessConfig access = AccessConfigs.of(Map.of("http.limit.rate", "0.5", "http.limit.burst", "3"));
        rig = new ApiRig(
                ApiSettings.of(new Address("127.0.0.1", 0), access, Authenticators.of(access, () -> NOON), "test"));
        for (int i = 0; i < 5; i++) {
            HttpResponse<String> marked = rig.get(D, "Fairway-Forwarded", "1", "Fairway-Pass", "x");
            assertThat(marked.statusCode()).isEqualTo(i < 3 ? 200 : 429);
        }
    }

    @Test
    void onlyQuestionsAreTakenAndNoLargeOnes() throws Exception {
        for (String method : List.of("POST", "PUT", "DELETE", "PATCH")) {
            HttpResponse<String> refused = rig.send(HttpRequest.newBuilder(rig.uri(D + "/usage"))
                    .header("Authorization", "Bearer " + operator)
                    // The server answers before it has the body, and does not wait for that.
                    .expectContinue(true)
                    .timeout(Duration.ofSeconds(30))
                    .method(method, HttpRequest.BodyPublishers.ofString("x".repeat(100_000)))
                    .build());
            assertThat(refused.statusCode()).as(method).isIn(405, 413);
            assertThat(refused.body()).doesNotContain("Exception", "xxx");
        }
    }
}
