package io.fairway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessConfigTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    private static AccessConfig config(String... settings) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return AccessConfigs.of(all);
    }

    private static InetAddress address(String text) throws IOException {
        return InetAddress.getByName(text);
    }

    @Test
    void asksNobodyWhoTheyAreByDefault() {
        AccessConfig config = config();
        assertThat(Authenticators.of(config, () -> 0).authenticate(null)).isEqualTo(Caller.ANYBODY);
        assertThat(config.open()).isFalse();
        assertThat(config.tls()).isFalse();
        assertThat(Tls.of(config)).isNull();
        assertThat(config.bodyBytes()).isEqualTo(65_536);
    }

    @Test
    void refusesToServeStrangersWhoNeedNotSayWhoTheyAre() throws IOException {
        for (String wide : new String[] {"0.0.0.0", "192.0.2.7", "::", "2001:db8::1"}) {
            assertThatThrownBy(() -> config().requireSafe(address(wide), "http.listen"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContainingAll(
                            "http.listen is " + address(wide).getHostAddress(), "http.auth is none", "http.open=true");
            config("http.open", "true").requireSafe(address(wide), "http.listen");
        }
        config().requireSafe(address("127.0.0.1"), "http.listen");
        config().requireSafe(address("::1"), "http.listen");
        Path file = Files.writeString(directory.resolve("tokens"), "");
        AccessConfig tokens = config("http.auth", "token", "http.auth.token.file", file.toString());
        assertThatCode(() -> tokens.requireSafe(address("0.0.0.0"), "http.listen"))
                .doesNotThrowAnyException();
        assertThat(tokens.warnings(address("0.0.0.0"), false))
                .singleElement()
                .asString()
                .contains("without TLS");
        assertThat(tokens.warnings(address("127.0.0.1"), false)).isEmpty();
        assertThat(tokens.warnings(address("127.0.0.1"), true))
                .singleElement()
                .asString()
                .contains("http.peer.secret is not set");
        assertThat(config().warnings(address("127.0.0.1"), true)).isEmpty();
    }

    @Test
    void refusesKeysThatNeedOthers() {
        assertThatThrownBy(() -> config("http.auth", "token"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("http.auth has token, which needs http.auth.token.file");
        assertThatThrownBy(() -> config("http.auth", "oidc"))
                .hasMessageContainingAll("needs http.auth.oidc.issuer", "needs http.auth.oidc.audience");
        assertThatThrownBy(() -> config("http.tls.certificate", "c.pem"))
                .hasMessageContaining("http.tls.certificate and http.tls.key need each other")
                .hasMessageContaining("http.tls.certificate: file c.pem is not there or cannot be read");
        assertThatThrownBy(() -> config("http.tls.keystore", "k.p12"))
                .hasMessageContaining("http.tls.keystore needs http.tls.keystore.password.file");
    }

    @Test
    void refusesValuesThatCannotBe() {
        for (String auth : new String[] {"", "basic", "none,token", "token,ldap"}) {
            assertThatThrownBy(() -> config("http.auth", auth))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContainingAll("http.auth", "must be none, token, oidc, or token,oidc");
        }
        for (String algorithm : new String[] {"none", "HS256", "RS256,HS512"}) {
            assertThatThrownBy(() -> config("http.auth.oidc.algorithms", algorithm))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("http.auth.oidc.algorithms");
        }
        for (String issuer : new String[] {"http://idp.example.org", "ftp://localhost", "idp"}) {
            assertThatThrownBy(() -> config(
                            "http.auth", "oidc", "http.auth.oidc.issuer", issuer, "http.auth.oidc.audience", "fairway"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContainingAll("http.auth.oidc.issuer", issuer, "must be an https URL");
        }
    }

    @Test
    void aBadTokenFileIsRefusedAtTheStart() throws IOException {
        Path file = Files.writeString(directory.resolve("tokens"), "\nname=anna\n");
        AccessConfig config = config("http.auth", "token", "http.auth.token.file", file.toString());
        assertThatThrownBy(() -> Authenticators.of(config, () -> 0))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + ", line 2: needs role=...");
    }

    @Test
    void theRateIsTheConfiguredOne() {
        RateLimit limit =
                config("http.limit.rate", "0.5", "http.limit.burst", "1").rateLimit();
        assertThat(limit.retryAfter("anna", 0)).isZero();
        assertThat(limit.retryAfter("anna", 0)).isEqualTo(2);
    }
}
