package io.fairway.access;

import static io.fairway.access.ApiWait.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * An issuer that is slow, that publishes keys nobody can read, or that publishes too much: over HTTP, with a real
 * server.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
@Isolated("It reads what everybody logs.")
class IssuerKeysTest {
    /** Longer than any test takes: a caller that returns has not waited for it. */
    private static final Duration LONG = Duration.ofMinutes(10);

    /** Who waits longer gives up. */
    private static final Duration SHORT = Duration.ofSeconds(3);

    private static ECKey first;
    private static ECKey second;

    private final AtomicLong clock = new AtomicLong(1_800_000_000_000L);
    private Logged logged;
    private Issuer issuer;

    @BeforeAll
    static void makeKeys() throws Exception {
        first = Issuer.ec("first");
        second = Issuer.ec("second");
    }

    @BeforeEach
    void start() throws IOException {
        logged = new Logged();
        issuer = new Issuer().publish(first);
    }

    @AfterEach
    void stop() {
        issuer.close();
        logged.close();
    }

    private IssuerKeys keys(Duration patience) {
        return new IssuerKeys(new KeyFetch(issuer.url(), "", patience), clock::get);
    }

    private static List<JWK> find(IssuerKeys keys, String kid) throws KeySourceException {
        return keys.get(new JWKSelector(new JWKMatcher.Builder().keyID(kid).build()), null);
    }

    /** Asks again, on a machine that is too busy for an answer in a short time. */
    private void awaitKey(IssuerKeys keys, String kid) {
        await().atMost(LONG)
                .ignoreExceptionsInstanceOf(KeySourceException.class)
                .until(() -> {
                    clock.addAndGet(IssuerKeys.BETWEEN_FETCHES);
                    return find(keys, kid).size() == 1;
                });
    }

    private static CompletableFuture<List<JWK>> inBackground(IssuerKeys keys, String kid) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return find(keys, kid);
                    } catch (KeySourceException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> Thread.ofVirtual().start(task));
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anAnswerThatDripsIsGivenUpWhenItsTimeIsOver() {
        issuer.stall();
        IssuerKeys keys = keys(SHORT);
        assertThatThrownBy(() -> find(keys, "first")).isInstanceOf(KeySourceException.class);
        assertThat(logged.texts())
                .anyMatch(text -> text.contains(issuer.url() + "/keys did not answer in full in time"));
    }

    @Test
    void aStalledFetchHoldsNobodyWhoseKeyIsKnownAndIsTheOnlyOne() throws Exception {
        IssuerKeys keys = keys(LONG);
        assertThat(find(keys, "first")).hasSize(1);
        issuer.publish(first, second).stall();
        CompletableFuture<List<JWK>> rotated = inBackground(keys, "second");
        await().until(() -> issuer.asked.get() == 2);
        CompletableFuture<List<JWK>> also = inBackground(keys, "second");
        assertThat(find(keys, "first")).hasSize(1);
        clock.addAndGet(IssuerKeys.REFRESHED);
        assertThat(find(keys, "first"))
                .as("even when they are to be fetched anew")
                .hasSize(1);
        await().until(also::isCompletedExceptionally);
        assertThat(rotated).isNotDone();
        assertThat(issuer.asked).as("one at a time").hasValue(2);
    }

    @Test
    void keysRotateAfterAFetchThatStalled() throws Exception {
        IssuerKeys keys = keys(SHORT);
        awaitKey(keys, "first");
        issuer.publish(second).stall();
        assertThatThrownBy(() -> find(keys, "second")).isInstanceOf(KeySourceException.class);
        assertThat(find(keys, "first")).as("the keys of before").hasSize(1);
        issuer.flow();
        awaitKey(keys, "second");
        assertThat(find(keys, "first")).isEmpty();
    }

    @Test
    void keysThatAreToBeFetchedAnewAreFetchedInTheBackground() throws Exception {
        IssuerKeys keys = keys(LONG);
        assertThat(find(keys, "first")).hasSize(1);
        issuer.publish(second);
        clock.addAndGet(IssuerKeys.REFRESHED - 1);
        assertThat(find(keys, "first")).hasSize(1);
        assertThat(issuer.asked).hasValue(1);
        clock.addAndGet(2);
        find(keys, "first");
        await().until(() -> find(keys, "first").isEmpty());
        assertThat(find(keys, "second")).hasSize(1);
    }

    @Test
    void anUnknownKeyIsNotSaidToBeUnknownWhileTheIssuerIsAway() throws Exception {
        IssuerKeys keys = keys(LONG);
        assertThat(find(keys, "first")).hasSize(1);
        issuer.status = 500;
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> find(keys, "second")).isInstanceOf(KeySourceException.class);
        }
        assertThat(issuer.asked.get()).isLessThanOrEqualTo(2);
        assertThat(find(keys, "first")).hasSize(1);
    }

    @Test
    void aKeyThatCannotBeReadCostsNoOther() throws Exception {
        String good = first.toPublicJWK().toJSONString();
        issuer.publish("{\"keys\": [null, 5, {}, {\"kty\": \"RSA\", \"kid\": \"bad\", \"n\": \"AQAB\"}, "
                + "{\"kty\": \"EC\", \"crv\": \"P-256\", \"x\": \"AQ\", \"y\": \"AQ\"}, {\"kty\": \"NEW\"}, " + good
                + ", {\"kty\": 7}, []]}");
        assertThat(find(keys(LONG), "first")).hasSize(1);
    }

    @Test
    void whatHoldsNoKeysSaysSo() {
        String where = issuer.url() + "/keys";
        for (String text : List.of("", "[]", "{}", "{\"keys\": 5}", "no keys", "{\"keys\":" + "[".repeat(100_000))) {
            issuer.publish(text);
            assertThatThrownBy(() -> find(keys(LONG), "first")).isInstanceOf(KeySourceException.class);
            assertThat(logged.texts()).anyMatch(line -> line.contains(where + " holds no JWKS"));
            logged.clear();
        }
        issuer.publish("{\"keys\": [null]}");
        assertThatThrownBy(() -> find(keys(LONG), "first")).isInstanceOf(KeySourceException.class);
        assertThat(logged.texts()).anyMatch(line -> line.contains(where + " holds no key that can be read"));
    }

    @Test
    void anAnswerThatIsTooLargeIsNotReadToItsEnd() {
        issuer.publish(" ".repeat(BoundedGet.LARGEST + 1));
        CompletableFuture<List<JWK>> asked = inBackground(keys(LONG), "first");
        assertThatThrownBy(() -> asked.get(1, TimeUnit.MINUTES))
                .hasRootCauseMessage("answered more than 1048576 bytes");
    }
}
