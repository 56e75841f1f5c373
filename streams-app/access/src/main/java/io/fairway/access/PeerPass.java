package io.fairway.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.time.Instant;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What instances say to each other under the secret that they share. A <em>pass</em> says who asks: it goes with a
 * question to another instance in the place of the caller's token. It is good for that question at that instance, for
 * some seconds. A <em>seal</em> says that an answer is of an instance that has the secret, and belongs to that pass.
 * Both are JWS with HS256 (RFC 7515), of types that nothing else has.
 */
public final class PeerPass {
    /** How long a pass is good, and how far the clocks of two instances may differ. */
    static final long LASTS = 30_000;

    private static final JOSEObjectType PASS = new JOSEObjectType("fairway-pass+jws");
    private static final JOSEObjectType SEAL = new JOSEObjectType("fairway-seal+jws");

    private final JWSSigner signer;
    private final JWSVerifier verifier;
    private final LongSupplier clock;

    /** @param secret 32 bytes at least */
    PeerPass(byte[] secret, LongSupplier clock) {
        this.clock = clock;
        try {
            signer = new MACSigner(secret);
            verifier = new MACVerifier(secret);
        } catch (JOSEException e) {
            throw new IllegalArgumentException("the secret is too short", e);
        }
    }

    /**
     * A pass.
     *
     * @param question method, path and query
     * @param instance the instance that is asked, by its address
     */
    public String pass(Caller caller, String question, String instance) {
        JWTClaimsSet claims = new JWTClaimsSet.Builder()
                .subject(caller.name())
                .audience(instance)
                .expirationTime(Date.from(Instant.ofEpochMilli(clock.getAsLong() + LASTS)))
                .claim("role", caller.role().word())
                .claim(
                        "accounts",
                        caller.coordinates().stream().map(Coordinated::text).toList())
                .claim("question", question)
                .build();
        return signed(PASS, claims.toPayload());
    }

    /**
     * The caller that a pass names.
     *
     * @param question the question that came with it
     * @param instance this instance, by the address that others have of it
     * @throws Denied if the pass is of somebody without the secret, too old, or for something else
     */
    public Caller caller(String pass, String question, String instance) {
        Payload payload = verified(PASS, pass);
        if (payload == null) {
            throw Denied.invalid("the pass is not signed with this instance's " + PeerConfig.SECRET);
        }
        try {
            JWTClaimsSet claims = JWTClaimsSet.parse(payload.toJSONObject());
            Date expires = claims.getExpirationTime();
            long left = expires == null ? -1 : expires.toInstant().toEpochMilli() - clock.getAsLong();
            if (left < -LASTS || left > 2 * LASTS) {
                throw Denied.invalid("the pass has expired, or the clocks of the instances differ by more than "
                        + LASTS / 1_000 + " s");
            }
            if (!claims.getAudience().equals(List.of(instance))
                    || !question.equals(claims.getStringClaim("question"))) {
                throw Denied.invalid("the pass is for another question, or for another instance than " + instance);
            }
            Set<Coordinated> accounts = new HashSet<>();
            for (String account : claims.getStringListClaim("accounts")) {
                accounts.add(Coordinated.parse(account));
            }
            Role role = Role.valueOf(claims.getStringClaim("role").toUpperCase(Locale.ROOT));
            return new Caller(claims.getSubject(), role, accounts);
        } catch (ParseException | IllegalArgumentException e) {
            throw Denied.invalid("the pass is of another version of Fairway: its claims cannot be read");
        }
    }

    /** The seal of an answer to the question of a pass. */
    public String seal(String pass, int status, String contentType, byte[] body) {
        return signed(SEAL, new Payload(digest(pass, status, contentType, body)));
    }

    /** Whether an answer is sealed. */
    public boolean isSealed(@Nullable String seal, String pass, int status, String contentType, byte[] body) {
        Payload payload = seal == null ? null : verified(SEAL, seal);
        return payload != null && MessageDigest.isEqual(payload.toBytes(), digest(pass, status, contentType, body));
    }

    private String signed(JOSEObjectType type, Payload payload) {
        JWSObject object = new JWSObject(
                new JWSHeader.Builder(JWSAlgorithm.HS256).type(type).build(), payload);
        try {
            object.sign(signer);
        } catch (JOSEException e) {
            throw new IllegalStateException("every Java platform has HMAC with SHA-256", e);
        }
        return object.serialize();
    }

    private @Nullable Payload verified(JOSEObjectType type, String text) {
        try {
            JWSObject object = JWSObject.parse(text);
            return JWSAlgorithm.HS256.equals(object.getHeader().getAlgorithm())
                            && type.equals(object.getHeader().getType())
                            && object.verify(verifier)
                    ? object.getPayload()
                    : null;
        } catch (ParseException | JOSEException | IllegalArgumentException e) {
            return null;
        }
    }

    private static byte[] digest(String pass, int status, String contentType, byte[] body) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update((pass + "\n" + status + "\n" + contentType + "\n").getBytes(StandardCharsets.UTF_8));
            return digest.digest(body);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
