package io.fairway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeerPassTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final String QUESTION = "GET /v1/domains/alps/jobs?limit=5";
    private static final String HERE = "node1:8090";

    private final AtomicLong clock = new AtomicLong(1_800_000_000_000L);
    private final PeerPass peers = new PeerPass(bytes(SECRET), clock::get);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void carriesTheCallerAsItIs() {
        for (Caller caller : List.of(
                Caller.user("anna\n\"ü"),
                new Caller("olga", Role.OPERATOR, Set.of()),
                new Caller(
                        "paul",
                        Role.COORDINATOR,
                        Set.of(
                                Coordinated.parse("cms"),
                                Coordinated.parse("*/a%2Fb"),
                                Coordinated.parse("normal/%2A,x"))))) {
            assertThat(peers.caller(peers.pass(caller, QUESTION, HERE), QUESTION, HERE))
                    .isEqualTo(caller);
        }
    }

    @Test
    void isGoodForOneQuestionAtOneInstanceForSomeSeconds() throws Exception {
        String pass = peers.pass(Caller.user("anna"), QUESTION, HERE);
        assertThatThrownBy(() -> peers.caller(pass, QUESTION + "0", HERE)).hasMessageContaining("another question");
        assertThatThrownBy(() -> peers.caller(pass, QUESTION, "node2:8090")).hasMessageContaining("another instance");
        for (String changed : List.of("", "x", pass.substring(1), pass + "A", pass.replace('.', ','), unsigned(pass))) {
            assertThatThrownBy(() -> peers.caller(changed, QUESTION, HERE))
                    .isInstanceOf(Denied.class)
                    .hasMessageContaining("is not signed with this instance's http.peer.secret");
        }
        PeerPass strangers = new PeerPass(bytes(SECRET.replace('0', '1')), clock::get);
        assertThatThrownBy(() -> strangers.caller(pass, QUESTION, HERE)).hasMessageContaining("not signed");
        clock.addAndGet(61_000);
        assertThatThrownBy(() -> peers.caller(pass, QUESTION, HERE)).hasMessageContaining("expired");
        clock.addAndGet(-122_000);
        assertThatThrownBy(() -> peers.caller(pass, QUESTION, HERE)).hasMessageContaining("clocks");
    }

    private static String unsigned(String pass) {
        String[] parts = pass.split("\\.", -1);
        return com.nimbusds.jose.util.Base64URL.encode("{\"alg\":\"none\"}") + "." + parts[1] + ".";
    }

    /** Nothing else that somebody signs with the same secret is a pass: the type says what it is. */
    @Test
    void isNoOtherJwtOfTheSameSecret() throws Exception {
        SignedJWT jwt = new SignedJWT(
                new JWSHeader(JWSAlgorithm.HS256),
                new JWTClaimsSet.Builder()
                        .subject("olga")
                        .audience(HERE)
                        .expirationTime(Date.from(Instant.ofEpochMilli(clock.get() + 1_000)))
                        .claim("role", "operator")
                        .claim("accounts", List.of())
                        .claim("question", QUESTION)
                        .build());
        jwt.sign(new MACSigner(SECRET));
        assertThatThrownBy(() -> peers.caller(jwt.serialize(), QUESTION, HERE)).isInstanceOf(Denied.class);
        String pass = peers.pass(Caller.user("anna"), QUESTION, HERE);
        assertThat(peers.isSealed(pass, pass, 200, "application/json", bytes("{}")))
                .isFalse();
        String seal = peers.seal(pass, 200, "application/json", bytes("{}"));
        assertThatThrownBy(() -> peers.caller(seal, QUESTION, HERE)).isInstanceOf(Denied.class);
    }

    @Test
    void sealsOneAnswerToOnePass() {
        String pass = peers.pass(Caller.user("anna"), QUESTION, HERE);
        String seal = peers.seal(pass, 200, "application/json", bytes("{}"));
        assertThat(peers.isSealed(seal, pass, 200, "application/json", bytes("{}")))
                .isTrue();
        assertThat(peers.isSealed(seal, pass, 200, "application/json", bytes("[]")))
                .isFalse();
        assertThat(peers.isSealed(seal, pass, 404, "application/json", bytes("{}")))
                .isFalse();
        assertThat(peers.isSealed(seal, pass, 200, "text/html", bytes("{}"))).isFalse();
        assertThat(peers.isSealed(seal, pass + "x", 200, "application/json", bytes("{}")))
                .isFalse();
        assertThat(peers.isSealed(null, pass, 200, "application/json", bytes("{}")))
                .isFalse();
    }

    @Test
    void theSecretIsOfAValueOrAFileAndLongEnough(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("secret"), SECRET + "\n");
        PeerPass byFile = Objects.requireNonNull(AccessConfigs.of(Map.of("http.peer.secret.file", file.toString()))
                .peers()
                .pass(clock::get));
        PeerPass byValue = Objects.requireNonNull(
                AccessConfigs.of(Map.of("http.peer.secret", SECRET)).peers().pass(clock::get));
        assertThat(byFile.caller(byValue.pass(Caller.user("anna"), QUESTION, HERE), QUESTION, HERE))
                .isEqualTo(Caller.user("anna"));
        assertThat(AccessConfigs.of(Map.of()).peers().pass(clock::get)).isNull();
        for (Map<String, String> wrong : List.of(
                Map.of("http.peer.secret", SECRET.substring(1)),
                Map.of("http.peer.secret.file", file + "x"),
                Map.of("http.peer.secret", SECRET, "http.peer.secret.file", file.toString()),
                Map.of("http.peer.ca", file + "x"))) {
            assertThatThrownBy(() -> AccessConfigs.of(wrong))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("http.peer.")
                    .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain(SECRET.substring(1)));
        }
        assertThatThrownBy(() -> AccessConfigs.of(Map.of("http.peer.secret", "short")))
                .hasMessageContaining("has 5 bytes; it needs 32 at least");
        assertThatThrownBy(() -> AccessConfigs.of(Map.of("http.peer.ca", file.toString()))
                        .peers()
                        .trust())
                .hasMessageContaining("holds no certificates in PEM");
    }
}
