package io.fairway.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.EncryptedJWT;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.JWTParser;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.security.Key;
import java.text.ParseException;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks the JWTs of one issuer by RFC 7519 and RFC 8725: signature, issuer, audience and times. The configuration must
 * permit the algorithm of the signature, and the key must be one of the issuer's. This class never looks at keys that a
 * token itself brings or points to.
 */
final class JwtCheck {
    /** The types that a JWT may claim. RFC 9068 defines the type of access tokens. */
    private static final Set<JOSEObjectType> TYPES =
            Set.of(JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), new JOSEObjectType("application/at+jwt"));

    private final OidcSettings settings;
    private final LongSupplier clock;
    private final JwtCaller callers;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    private final Signatures.Keys keys;

    /**
     * A check.
     *
     * @param clock epoch milliseconds
     */
    JwtCheck(OidcSettings settings, JWKSource<SecurityContext> keys, LongSupplier clock) {
        this.settings = settings;
        this.clock = clock;
        this.callers = new JwtCaller(settings);
        this.keys = new Signatures.Keys(settings.algorithms(), keys);
        processor.setJWSTypeVerifier((type, context) -> checkType(type));
        processor.setJWSVerifierFactory(new Signatures.Verifiers());
        processor.setJWTClaimsSetAwareJWSKeySelector((header, claims, context) -> keysOf(header, claims));
        processor.setJWTClaimsSetVerifier((claims, context) -> checkClaims(claims));
    }

    /**
     * The caller that a JWT names.
     *
     * @throws Denied saying what is wrong with the JWT, or that the issuer's keys are out of reach
     */
    Caller check(String token) {
        SignedJWT jwt = parse(token);
        try {
            return callers.of(processor.process(jwt, null));
        } catch (BadJWTException e) {
            throw Denied.invalid("the JWT is malformed: its claims cannot be read");
        } catch (KeySourceException e) {
            throw Denied.unavailable(
                    "the token cannot be checked now: the keys of " + settings.issuer() + " are out of reach",
                    (int) (IssuerKeys.BETWEEN_FETCHES / 1_000));
        } catch (BadJOSEException | JOSEException e) {
            throw Denied.invalid("the signature of the JWT is wrong");
        }
    }

    private static SignedJWT parse(String token) {
        JWT jwt;
        try {
            jwt = JWTParser.parse(token);
        } catch (ParseException | IllegalArgumentException e) {
            // The exception's message may hold pieces of the token.
            throw Denied.invalid("the JWT is malformed");
        }
        if (jwt instanceof SignedJWT signed) {
            return signed;
        }
        throw Denied.invalid(
                jwt instanceof EncryptedJWT
                        ? "the JWT is encrypted; it must be signed"
                        : "the JWT is not signed (alg none)");
    }

    /** A token that was made for another purpose, such as a logout, is no access token (RFC 8725, section 3.11). */
    private static void checkType(@Nullable JOSEObjectType type) {
        if (type != null && !TYPES.contains(type)) {
            throw Denied.invalid("the JWT is of the type " + shown(type.getType()) + "; it must be JWT or at+jwt");
        }
    }

    private List<Key> keysOf(JWSHeader header, JWTClaimsSet claims) throws KeySourceException {
        String algorithm = String.valueOf(header.getAlgorithm());
        if (!settings.algorithms().contains(algorithm)) {
            throw Denied.invalid("the JWT is signed by " + shown(algorithm) + "; permitted are "
                    + String.join(", ", settings.algorithms()));
        }
        // Check the issuer before the signature. A caller with another issuer's token should read that, and it causes
        // no fetch of keys.
        if (!settings.issuer().equals(claims.getIssuer())) {
            throw Denied.invalid(
                    "the JWT is of the issuer " + shown(claims.getIssuer()) + "; it must be of " + settings.issuer());
        }
        if (header.getCriticalParams() != null && !header.getCriticalParams().isEmpty()) {
            throw Denied.invalid("the JWT has critical header parameters (crit), of which none is known here");
        }
        List<Key> candidates = keys.selectJWSKeys(header, null);
        if (candidates.isEmpty()) {
            throw Denied.invalid("the JWT is signed with a key that its issuer does not publish"
                    + (header.getKeyID() == null ? "" : " (kid " + shown(header.getKeyID()) + ")"));
        }
        return candidates;
    }

    private void checkClaims(JWTClaimsSet claims) {
        if (!claims.getAudience().contains(settings.audience())) {
            throw Denied.invalid("the JWT is for the audience " + shown(String.join(", ", claims.getAudience()))
                    + "; it must be for " + settings.audience());
        }
        checkTimes(claims);
    }

    private void checkTimes(JWTClaimsSet claims) {
        long now = clock.getAsLong();
        Date expires = claims.getExpirationTime();
        if (expires == null) {
            throw Denied.invalid("the JWT has no end (claim exp)");
        }
        if (now - settings.skewMillis() >= expires.toInstant().toEpochMilli()) {
            throw Denied.invalid(
                    "the JWT has expired, at " + expires.toInstant() + "; it is " + Instant.ofEpochMilli(now));
        }
        checkBegun("nbf", claims.getNotBeforeTime(), now);
        checkBegun("iat", claims.getIssueTime(), now);
    }

    private void checkBegun(String claim, @Nullable Date begin, long now) {
        if (begin != null && begin.toInstant().toEpochMilli() - settings.skewMillis() > now) {
            throw Denied.invalid("the JWT is not yet valid: its " + claim + " is " + begin.toInstant() + "; it is "
                    + Instant.ofEpochMilli(now));
        }
    }

    /** Text from outside, short and without control characters. */
    private static String shown(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return "(none)";
        }
        String clean = text.replaceAll("\\p{Cntrl}", "?");
        return clean.length() <= 100 ? clean : clean.substring(0, 100) + "...";
    }
}
