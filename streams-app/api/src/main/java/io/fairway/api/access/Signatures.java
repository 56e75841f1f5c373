package io.fairway.api.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jca.JCAContext;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Set;

/** Which key makes which signature, and how each is verified. Ed25519 by the JDK: the library would want Tink for it. */
final class Signatures {
    private static final int SHORTEST_RSA = 2048;

    private Signatures() {}

    /** Whether a key may have made a signature of an algorithm. Symmetric keys never do. */
    static boolean fits(JWK key, JWSAlgorithm algorithm) {
        if ((key.getAlgorithm() != null && !key.getAlgorithm().equals(algorithm))
                || (key.getKeyUse() != null && !KeyUse.SIGNATURE.equals(key.getKeyUse()))) {
            return false;
        }
        return switch (algorithm.getName()) {
            case "RS256", "PS256" -> key instanceof RSAKey && key.size() >= SHORTEST_RSA;
            case "ES256" -> key instanceof ECKey ec && Curve.P_256.equals(ec.getCurve());
            case "EdDSA" -> key instanceof OctetKeyPair pair && Curve.Ed25519.equals(pair.getCurve());
            default -> false;
        };
    }

    /**
     * What verifies signatures of a key.
     *
     * @throws JOSEException if the key cannot be used
     */
    static JWSVerifier verifier(JWK key) throws JOSEException {
        return switch (key) {
            case RSAKey rsa -> new RSASSAVerifier(rsa.toPublicJWK());
            case ECKey ec -> new ECDSAVerifier(ec.toPublicJWK());
            case OctetKeyPair pair -> new Ed25519(pair);
            default -> throw new JOSEException("keys of type " + key.getKeyType() + " verify nothing");
        };
    }

    private static final class Ed25519 implements JWSVerifier {
        private final PublicKey key;
        private final JCAContext context = new JCAContext();

        private Ed25519(OctetKeyPair pair) throws JOSEException {
            byte[] x = pair.getDecodedX();
            if (x.length != 32) {
                throw new JOSEException("an Ed25519 key has 32 bytes");
            }
            // RFC 8032, section 5.1.2: little endian, the topmost bit is the sign of the other coordinate.
            byte[] y = new byte[x.length];
            for (int i = 0; i < x.length; i++) {
                y[i] = x[x.length - 1 - i];
            }
            boolean odd = y[0] < 0;
            y[0] &= 0x7f;
            try {
                key = KeyFactory.getInstance("Ed25519")
                        .generatePublic(new EdECPublicKeySpec(
                                NamedParameterSpec.ED25519, new EdECPoint(odd, new BigInteger(1, y))));
            } catch (GeneralSecurityException e) {
                throw new JOSEException("the Ed25519 key cannot be used", e);
            }
        }

        @Override
        public boolean verify(JWSHeader header, byte[] signingInput, Base64URL signature) throws JOSEException {
            try {
                Signature verifying = Signature.getInstance("Ed25519");
                verifying.initVerify(key);
                verifying.update(signingInput);
                return verifying.verify(signature.decode());
            } catch (GeneralSecurityException e) {
                return false;
            }
        }

        @Override
        public Set<JWSAlgorithm> supportedJWSAlgorithms() {
            return Set.of(JWSAlgorithm.EdDSA);
        }

        @Override
        public JCAContext getJCAContext() {
            return context;
        }
    }
}
