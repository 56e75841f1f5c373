package io.fairway.api;

import static io.fairway.access.ApiWait.await;
import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import io.fairway.access.AccessConfig;
import io.fairway.access.AccessConfigs;
import io.fairway.access.Address;
import io.fairway.access.Authenticators;
import io.fairway.access.Issuer;
import io.fairway.access.Tokens;
import io.fairway.api.http.ApiSettings;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Forged JWTs, each of an unknown key, while the issuer's answer with the keys drips. Whoever has a token or a key that
 * is known is answered all the same. Prints how long the answers took, without the forgers and with them.
 */
class ForgedTokensTest {
    private static final long NOON = Instant.parse("2026-11-21T12:00:00Z").toEpochMilli();
    /** Longer than the test: whoever is answered has not waited for the issuer. */
    private static final Duration PATIENCE = Duration.ofHours(1);

    private static final int FORGERS = 100;
    private static final int FORGED = 300;
    private static final int QUESTIONS = 200;

    @TempDir
    private Path directory;

    private final String token = Tokens.random(new SecureRandom());

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void nobodyElseWaitsForTheIssuer() throws Exception {
        ECKey known = Issuer.ec("known");
        ECKey unknown = Issuer.ec("unknown");
        try (Issuer issuer = new Issuer().publish(known);
                ApiRig rig = new ApiRig(settings(issuer));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<String> honest = List.of(token, jwt(issuer, known, "anna"));
            assertThat(status(rig, honest.get(1))).as("its key is fetched").isEqualTo(200);
            print("without forgers", ask(rig, honest, () -> true));

            issuer.stall();
            AtomicBoolean over = new AtomicBoolean();
            AtomicInteger refused = new AtomicInteger();
            Map<Integer, AtomicInteger> refusals = new ConcurrentHashMap<>();
            List<Future<?>> forgers = new ArrayList<>();
            for (int forger = 0; forger < FORGERS; forger++) {
                String forged = jwt(issuer, unknown, "forger" + forger);
                forgers.add(threads.submit(() -> {
                    while (!over.get()) {
                        refusals.computeIfAbsent(status(rig, forged), code -> new AtomicInteger())
                                .incrementAndGet();
                        refused.incrementAndGet();
                    }
                    return null;
                }));
            }
            try {
                await().until(issuer::isAwaited);
                for (String each : honest) {
                    assertThat(status(rig, each)).isEqualTo(200);
                }
                print("with forgers", ask(rig, honest, () -> refused.get() >= FORGED));
            } finally {
                over.set(true);
                issuer.flow();
            }
            for (Future<?> forger : forgers) {
                forger.get();
            }
            System.out.println("forged tokens, by answer: " + refusals);
            // 503: the key cannot be looked up. Once a look-up failed, there is none for some time.
            assertThat(refusals.keySet()).isSubsetOf(401, 503).isNotEmpty();
            assertThat(answer(rig, jwt(issuer, unknown, "again")).headers().firstValue("Retry-After"))
                    .contains("10");
        }
    }

    /** The times of the answers in milliseconds, sorted. */
    private List<Double> ask(ApiRig rig, List<String> tokens, BooleanSupplier enough) throws Exception {
        List<Double> times = new ArrayList<>();
        for (int question = 0; question < QUESTIONS || !enough.getAsBoolean(); question++) {
            long begun = System.nanoTime();
            assertThat(status(rig, tokens.get(question % tokens.size()))).isEqualTo(200);
            times.add((System.nanoTime() - begun) / 1e6);
        }
        Collections.sort(times);
        return times;
    }

    private static void print(String when, List<Double> times) {
        System.out.printf(
                "%s: answers p50 %.1f ms, p99 %.1f ms, longest %.1f ms of %d%n",
                when,
                times.get(times.size() / 2),
                times.get((int) (times.size() * 0.99)),
                times.get(times.size() - 1),
                times.size());
    }

    private static int status(ApiRig rig, String bearer) throws Exception {
        return answer(rig, bearer).statusCode();
    }

    private static HttpResponse<String> answer(ApiRig rig, String bearer) throws Exception {
        return rig.get("/v1/domains/" + DOMAIN + "/fairshare", "Authorization", "Bearer " + bearer);
    }

    private ApiSettings settings(Issuer issuer) throws Exception {
        Path tokens = Files.writeString(
                directory.resolve("tokens"), "name=olga role=operator sha256=" + Tokens.hash(token) + "\n");
        AccessConfig access = AccessConfigs.of(Map.of(
                "http.auth", "token,oidc",
                "http.auth.token.file", tokens.toString(),
                "http.auth.oidc.issuer", issuer.url(),
                "http.auth.oidc.audience", "fairway",
                "http.limit.rate", "0"));
        return ApiSettings.of(
                new Address("127.0.0.1", 0), access, Authenticators.of(access, () -> NOON, PATIENCE), "test");
    }

    private static String jwt(Issuer issuer, ECKey signer, String subject) throws Exception {
        return Issuer.sign(
                JWSAlgorithm.ES256,
                signer,
                new JWTClaimsSet.Builder()
                        .issuer(issuer.url())
                        .audience("fairway")
                        .subject(subject)
                        .issueTime(Date.from(Instant.ofEpochMilli(NOON - 600_000)))
                        .expirationTime(Date.from(Instant.ofEpochMilli(NOON + 600_000)))
                        .build());
    }
}
