package io.fairway.access;

import static io.fairway.access.ApiWait.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.opts.AllowWeakRSAKey;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Every kind of invalid JWT, against an issuer on this machine whose keys the test makes. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
@Isolated("It reads what everybody logs.")
class JwtCheckTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final String AUDIENCE = "fairway";
    /** For the issuer's keys, longer than any test takes. */
    private static final Duration LONG = Duration.ofMinutes(10);

    private static RSAKey rsa;
    private static RSAKey other;
    private static ECKey ec;

    private final AtomicLong clock = new AtomicLong(NOON.toEpochMilli());
    private Issuer issuer;
    private Authenticator authenticator;
    private Logged logged;

    @BeforeAll
    static void makeKeys() throws Exception {
        rsa = Issuer.rsa("rsa");
        other = Issuer.rsa("other");
        ec = Issuer.ec("ec");
    }

    @BeforeEach
    void start() throws IOException {
        logged = new Logged();
        issuer = new Issuer().publish(rsa, ec);
        authenticator = authenticator("");
    }

    @AfterEach
    void stop() {
        issuer.close();
        logged.close();
    }

    private Authenticator authenticator(String jwks) {
        OidcSettings settings = new OidcSettings(
                issuer.url(),
                AUDIENCE,
                jwks,
                OidcSettings.ALGORITHMS,
                List.of("preferred_username", "sub"),
                "realm_access.roles",
                Set.of("hpc-admins"),
                "fairway_accounts",
                60_000);
        return Authenticators.of(null, new JwtCheck(settings, IssuerKeys.of(settings, clock::get, LONG), clock::get));
    }

    private JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer(issuer.url())
                .audience(AUDIENCE)
                .subject("anna")
                .issueTime(Date.from(NOON))
                .expirationTime(Date.from(NOON.plusSeconds(300)));
    }

    private Caller caller(JWTClaimsSet.Builder claims) throws Exception {
        return authenticator.authenticate("Bearer " + Issuer.sign(JWSAlgorithm.RS256, rsa, claims.build()));
    }

    /** The message of a refusal. Also expects that neither the answer nor the log repeats the token. */
    private String denied(int status, String token) {
        Denied denied = catchThrowableOfType(Denied.class, () -> authenticator.authenticate("Bearer " + token));
        assertThat(denied).isNotNull();
        assertThat(denied.status()).as(denied.detail()).isEqualTo(status);
        assertThat(denied.challenge() != null).isEqualTo(status == 401);
        for (String part : token.split("\\.", -1)) {
            if (part.length() > 8) {
                assertThat(denied.detail() + denied.challenge()).doesNotContain(part);
                assertThat(logged.texts()).noneMatch(text -> text.contains(part));
            }
        }
        return denied.detail();
    }

    private String denied(JWTClaimsSet.Builder claims) throws Exception {
        return denied(401, Issuer.sign(JWSAlgorithm.RS256, rsa, claims.build()));
    }

    @Test
    void takesEverySignatureThatIsPermitted() throws Exception {
        Issuer.Edwards edwards = Issuer.Edwards.make("ed");
        issuer.publish(rsa, ec, edwards.jwk());
        JWTClaimsSet claims = claims().build();
        for (String token : List.of(
                Issuer.sign(JWSAlgorithm.RS256, rsa, claims),
                Issuer.sign(JWSAlgorithm.PS256, rsa, claims),
                Issuer.sign(JWSAlgorithm.ES256, ec, claims),
                edwards.sign(claims))) {
            assertThat(authenticator.authenticate("Bearer " + token)).isEqualTo(Caller.user("anna"));
        }
        assertThat(issuer.asked).hasValue(1);
        String wrong = Issuer.Edwards.make("ed").sign(claims);
        assertThat(denied(401, wrong)).isEqualTo("the signature of the JWT is wrong");
    }

    /** A text is one role or one account. Its words are none. */
    @Test
    void aClaimOfTextIsOneRole() throws Exception {
        for (String role : List.of("no hpc-admins", "hpc-admins staff", " hpc-admins", "hpc-admins,staff")) {
            assertThat(caller(claims().claim("realm_access", Map.of("roles", role))))
                    .as(role)
                    .isEqualTo(Caller.user("anna"));
        }
        assertThat(caller(claims().claim("fairway_accounts", "cms")).coordinates())
                .containsExactly(Coordinated.parse("cms"));
        assertThat(caller(claims().claim("fairway_accounts", " "))).isEqualTo(Caller.user("anna"));
    }

    @Test
    void readsNameRoleAndAccountsFromTheClaims() throws Exception {
        assertThat(caller(claims().claim("preferred_username", "anna.k"))).isEqualTo(Caller.user("anna.k"));
        assertThat(caller(claims().claim("realm_access", Map.of("roles", List.of("staff", "hpc-admins")))))
                .isEqualTo(new Caller("anna", Role.OPERATOR, Set.of()));
        assertThat(caller(claims().claim("realm_access.roles", "hpc-admins")).role())
                .isEqualTo(Role.OPERATOR);
        assertThat(caller(claims().claim("realm_access", Map.of("roles", List.of("hpc-admins2"))))
                        .role())
                .isEqualTo(Role.USER);
        assertThat(caller(claims().claim("fairway_accounts", List.of("cms", "atlas"))))
                .isEqualTo(new Caller(
                        "anna", Role.COORDINATOR, Set.of(Coordinated.parse("cms"), Coordinated.parse("atlas"))));
        assertThat(caller(claims().claim("fairway_accounts", List.of()))).isEqualTo(Caller.user("anna"));
        assertThat(denied(claims().subject(null)))
                .isEqualTo("the JWT has no user name; it must be in preferred_username or sub");
        assertThat(denied(claims().claim("preferred_username", List.of("anna"))))
                .isEqualTo("the claim preferred_username of the JWT is no user name");
    }

    @Test
    void deniesBeforeAndAfterItsTimeWithSkew() throws Exception {
        clock.set(NOON.plusSeconds(300 + 59).toEpochMilli());
        assertThat(caller(claims())).isEqualTo(Caller.user("anna"));
        clock.set(NOON.plusSeconds(300 + 60).toEpochMilli());
        assertThat(denied(claims()))
                .isEqualTo("the JWT has expired, at 2026-11-21T12:05:00Z; it is 2026-11-21T12:06:00Z");
        clock.set(NOON.minusSeconds(60).toEpochMilli());
        assertThat(caller(claims().notBeforeTime(Date.from(NOON)))).isEqualTo(Caller.user("anna"));
        clock.set(NOON.minusSeconds(61).toEpochMilli());
        assertThat(denied(claims().issueTime(null).notBeforeTime(Date.from(NOON))))
                .isEqualTo("the JWT is not yet valid: its nbf is 2026-11-21T12:00:00Z; it is 2026-11-21T11:58:59Z");
        assertThat(denied(claims())).startsWith("the JWT is not yet valid: its iat is 2026-11-21T12:00:00Z");
        assertThat(denied(claims().expirationTime(null))).isEqualTo("the JWT has no end (claim exp)");
    }

    @Test
    void deniesOtherIssuersAndAudiences() throws Exception {
        assertThat(denied(claims().issuer("https://elsewhere")))
                .isEqualTo("the JWT is of the issuer https://elsewhere; it must be of " + issuer.url());
        assertThat(denied(claims().issuer(null))).startsWith("the JWT is of the issuer (none)");
        assertThat(denied(claims().audience("mail")))
                .isEqualTo("the JWT is for the audience mail; it must be for fairway");
        assertThat(denied(claims().audience((String) null))).startsWith("the JWT is for the audience (none)");
        assertThat(caller(claims().audience(List.of("mail", AUDIENCE)))).isEqualTo(Caller.user("anna"));
    }

    @Test
    void deniesWrongSignatures() throws Exception {
        RSAKey forged = new RSAKey.Builder(other).keyID("rsa").build();
        assertThat(denied(401, Issuer.sign(JWSAlgorithm.RS256, forged, claims().build())))
                .isEqualTo("the signature of the JWT is wrong");
        // Claims of one token with the signature of another.
        String[] anna = Issuer.sign(JWSAlgorithm.RS256, rsa, claims().build()).split("\\.");
        String[] ops = Issuer.sign(
                        JWSAlgorithm.RS256, rsa, claims().subject("ops").build())
                .split("\\.");
        assertThat(denied(401, anna[0] + "." + ops[1] + "." + anna[2])).isEqualTo("the signature of the JWT is wrong");
        assertThat(denied(401, anna[0] + "." + anna[1] + ".")).contains("malformed");
    }

    @Test
    void deniesAlgorithmNoneAndThePublicKeyAsASecret() throws Exception {
        assertThat(denied(401, new PlainJWT(claims().build()).serialize()))
                .isEqualTo("the JWT is not signed (alg none)");
        SignedJWT hs256 = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("rsa").build(), claims().build());
        hs256.sign(new MACSigner(rsa.toRSAPublicKey().getEncoded()));
        assertThat(denied(401, hs256.serialize()))
                .isEqualTo("the JWT is signed by HS256; permitted are RS256, PS256, ES256, EdDSA");
        // The header says RS256. The key of that name is of another kind.
        SignedJWT mixed = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("ec").build(), claims().build());
        mixed.sign(new RSASSASigner(other));
        assertThat(denied(401, mixed.serialize())).contains("does not publish (kid ec)");
        assertThat(issuer.asked.get()).isLessThanOrEqualTo(2);
    }

    @Test
    void takesNoKeyThatTheTokenBrings() throws Exception {
        SignedJWT own = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .jwk(other.toPublicJWK())
                        .build(),
                claims().build());
        own.sign(new RSASSASigner(other));
        assertThat(denied(401, own.serialize())).isEqualTo("the signature of the JWT is wrong");
    }

    @Test
    void takesNoShortRsaKey() throws Exception {
        RSAKey weak = new RSAKeyGenerator(1024, true).keyID("weak").generate();
        issuer.publish(weak);
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("weak").build(), claims().build());
        jwt.sign(new RSASSASigner(weak.toPrivateKey(), Set.of(AllowWeakRSAKey.getInstance())));
        assertThat(denied(401, jwt.serialize())).contains("does not publish");
    }

    @Test
    void deniesWhatIsMalformed() {
        for (String token : List.of(
                "x",
                "a.b.c",
                "..",
                "eyJhbGciOiJSUzI1NiJ9.e30",
                "eyJhbGciOiJSUzI1NiJ9.bm8.AAAA",
                "é.é.é",
                "eyJhbGciOiJSUzI1NiJ9." + "A".repeat(5_000) + ".AAAA")) {
            assertThat(denied(401, token)).as(token).contains("malformed");
        }
    }

    @Test
    void followsTheIssuerToNewKeysWithoutBeingDrivenByCallers() throws Exception {
        assertThat(caller(claims())).isEqualTo(Caller.user("anna"));
        issuer.publish(rsa, other);
        String fresh = Issuer.sign(JWSAlgorithm.RS256, other, claims().build());
        assertThat(authenticator.authenticate("Bearer " + fresh)).isEqualTo(Caller.user("anna"));
        assertThat(issuer.asked).hasValue(2);

        String unknown = Issuer.sign(JWSAlgorithm.RS256, Issuer.rsa("ghost"), claims().build());
        clock.addAndGet(IssuerKeys.BETWEEN_FETCHES);
        for (int i = 0; i < 50; i++) {
            assertThat(denied(401, unknown)).contains("does not publish (kid ghost)");
        }
        assertThat(issuer.asked).as("two in ten seconds").hasValue(4);

        issuer.publish(other);
        clock.addAndGet(IssuerKeys.REFRESHED);
        JWTClaimsSet later =
                claims().expirationTime(Date.from(NOON.plusSeconds(9_000))).build();
        authenticator.authenticate("Bearer " + Issuer.sign(JWSAlgorithm.RS256, other, later));
        String withdrawn = "Bearer " + Issuer.sign(JWSAlgorithm.RS256, rsa, later);
        await().untilAsserted(() -> assertThatThrownBy(() -> authenticator.authenticate(withdrawn))
                .isInstanceOf(Denied.class)
                .hasMessageContaining("(kid rsa)"));
    }

    @Test
    void anIssuerOutOfReachIsNotTheCallersFault() throws Exception {
        String token = Issuer.sign(
                JWSAlgorithm.RS256,
                rsa,
                claims().expirationTime(Date.from(NOON.plusSeconds(200_000))).build());
        issuer.status = 500;
        String expected = "the token cannot be checked now: the keys of " + issuer.url() + " are out of reach";
        for (int i = 0; i < 20; i++) {
            assertThat(denied(503, token)).isEqualTo(expected);
        }
        assertThat(logged.texts().stream().filter(text -> text.contains("cannot be fetched")))
                .as("not asked again at once")
                .hasSize(2);
        issuer.status = 200;
        clock.addAndGet(IssuerKeys.BETWEEN_FETCHES);
        assertThat(authenticator.authenticate("Bearer " + token)).isEqualTo(Caller.user("anna"));

        issuer.close();
        clock.addAndGet(IssuerKeys.KEPT - 1);
        assertThat(authenticator.authenticate("Bearer " + token))
                .as("by the keys of before")
                .isEqualTo(Caller.user("anna"));
        clock.addAndGet(IssuerKeys.BETWEEN_FETCHES);
        assertThat(denied(503, token)).isEqualTo(expected);
        assertThat(denied(503, Issuer.sign(JWSAlgorithm.RS256, other, claims().build())))
                .isEqualTo(expected);
    }

    @Test
    void takesAccessTokensAndNoTokensForOtherPurposes() throws Exception {
        for (String type : List.of("JWT", "at+jwt", "application/at+jwt")) {
            assertThat(authenticator.authenticate("Bearer " + typed(type)))
                    .as(type)
                    .isEqualTo(Caller.user("anna"));
        }
        assertThat(denied(401, typed("logout+jwt")))
                .isEqualTo("the JWT is of the type logout+jwt; it must be JWT or at+jwt");
    }

    private String typed(String type) throws Exception {
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .keyID("rsa")
                        .type(new JOSEObjectType(type))
                        .build(),
                claims().build());
        jwt.sign(new RSASSASigner(rsa));
        return jwt.serialize();
    }

    @Test
    void anIssuerMustNameItself() throws Exception {
        issuer.namesItself = "https://elsewhere";
        denied(503, Issuer.sign(JWSAlgorithm.RS256, rsa, claims().build()));
        assertThat(logged.texts()).anyMatch(text -> text.contains("is of another issuer than " + issuer.url()));
    }

    @Test
    void readsKeysFromAFileOrAUrl(@TempDir Path directory) throws Exception {
        String token = Issuer.sign(JWSAlgorithm.ES256, ec, claims().build());
        authenticator = authenticator(issuer.url() + "/keys");
        assertThat(authenticator.authenticate("Bearer " + token)).isEqualTo(Caller.user("anna"));
        Path file = Files.writeString(directory.resolve("jwks.json"), new JWKSet(List.of(ec.toPublicJWK())).toString());
        authenticator = authenticator(file.toString());
        assertThat(authenticator.authenticate("Bearer " + token)).isEqualTo(Caller.user("anna"));
        Files.writeString(file, "no keys");
        authenticator = authenticator(file.toString());
        denied(503, token);
        assertThat(logged.texts()).anyMatch(text -> text.contains(file + " holds no JWKS"));
    }

    @Test
    void tokensOfAFileAndJwtsStandBesideEachOther(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(
                directory.resolve("tokens"), "name=ops role=operator sha256=" + Tokens.hash("fairway_x") + "\n");
        OidcSettings settings = new OidcSettings(
                issuer.url(), AUDIENCE, "", OidcSettings.ALGORITHMS, List.of("sub"), "groups", Set.of(), "", 60_000);
        authenticator = Authenticators.of(
                new TokenFile(file, clock::get),
                new JwtCheck(settings, IssuerKeys.of(settings, clock::get, LONG), clock::get));
        assertThat(authenticator.authenticate("Bearer fairway_x").role()).isEqualTo(Role.OPERATOR);
        assertThat(caller(claims())).isEqualTo(Caller.user("anna"));
        assertThat(denied(401, "fairway_another"))
                .isEqualTo("the token is not one of this Fairway's, and it is no JWT");
        assertThat(denied(401, "a.b.c")).isEqualTo("the JWT is malformed");
    }
}
