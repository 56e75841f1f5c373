package io.fairway.api.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.EncryptedJWT;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.JWTParser;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks JWTs of one issuer as RFC 7519 and RFC 8725 say: signature by an algorithm that the configuration permits and a key
 * of the issuer, issuer, audience, times. Keys that a token itself brings or points to are never looked at.
 */
final class JwtCheck {
    private final OidcSettings settings;
    private final IssuerKeys keys;
    private final LongSupplier clock;
    private final JwtCaller callers;

    /**
     * A check.
     *
     * @param clock epoch milliseconds
     */
    JwtCheck(OidcSettings settings, IssuerKeys keys, LongSupplier clock) {
        this.settings = settings;
        this.keys = keys;
        this.clock = clock;
        this.callers = new JwtCaller(settings);
    }

    /**
     * Whom a JWT names.
     *
     * @throws Denied saying what is wrong with it, or that the issuer's keys are out of reach
     */
    Caller check(String token) {
        SignedJWT jwt = parse(token);
        JWTClaimsSet claims;
        try {
            claims = jwt.getJWTClaimsSet();
        } catch (ParseException e) {
            throw Denied.invalid("the JWT is malformed: its claims cannot be read");
        }
        String algorithm = String.valueOf(jwt.getHeader().getAlgorithm());
        if (!settings.algorithms().contains(algorithm)) {
            throw Denied.invalid("the JWT is signed by " + shown(algorithm) + "; permitted are "
                    + String.join(", ", settings.algorithms()));
        }
        // Before the signature: whoever has a token of another issuer should read that, and the issuer's keys are not
        // asked for.
        if (!settings.issuer().equals(claims.getIssuer())) {
            throw Denied.invalid(
                    "the JWT is of the issuer " + shown(claims.getIssuer()) + "; it must be of " + settings.issuer());
        }
        verify(jwt);
        if (!claims.getAudience().contains(settings.audience())) {
            throw Denied.invalid("the JWT is for the audience " + shown(String.join(", ", claims.getAudience()))
                    + "; it must be for " + settings.audience());
        }
        checkTimes(claims);
        return callers.of(claims);
    }

    private static SignedJWT parse(String token) {
        JWT jwt;
        try {
            jwt = JWTParser.parse(token);
        } catch (ParseException | IllegalArgumentException e) {
            // Its message may have pieces of the token.
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

    private void verify(SignedJWT jwt) {
        JWSHeader header = jwt.getHeader();
        if (header.getCriticalParams() != null && !header.getCriticalParams().isEmpty()) {
            throw Denied.invalid("the JWT has critical header parameters (crit), of which none is known here");
        }
        List<JWK> candidates = keys.find(header.getKeyID(), header.getAlgorithm());
        if (candidates.isEmpty()) {
            throw Denied.invalid("the JWT is signed with a key that its issuer does not publish"
                    + (header.getKeyID() == null ? "" : " (kid " + shown(header.getKeyID()) + ")"));
        }
        for (JWK candidate : candidates) {
            try {
                if (jwt.verify(Signatures.verifier(candidate))) {
                    return;
                }
            } catch (JOSEException | IllegalStateException e) {
                // A key that cannot be used with this signature has not made it.
            }
        }
        throw Denied.invalid("the signature of the JWT is wrong");
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

    /** What others wrote, short and without control characters. */
    private static String shown(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return "(none)";
        }
        String clean = text.replaceAll("\\p{Cntrl}", "?");
        return clean.length() <= 100 ? clean : clean.substring(0, 100) + "...";
    }
}
