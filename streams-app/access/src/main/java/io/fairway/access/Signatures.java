package io.fairway.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.crypto.impl.BaseJWSProvider;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.KeyType;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.ByteUtils;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Selects the keys that may have made a signature. The JDK verifies Ed25519: the library would need Tink for it. */
final class Signatures {
    private static final int SHORTEST_RSA = 2048;

    /** The bytes before the 32 bytes of an Ed25519 key in its X.509 form (RFC 8410, section 4). */
    private static final byte[] ED25519 = HexFormat.of().parseHex("302a300506032b6570032100");

    private Signatures() {}

    /** Selects keys by name, kind, use, length and curve, and by nothing else in a token's header. */
    static final class Keys extends JWSVerificationKeySelector<SecurityContext> {
        Keys(List<String> algorithms, JWKSource<SecurityContext> source) {
            super(algorithms.stream().map(JWSAlgorithm::parse).collect(Collectors.toUnmodifiableSet()), source);
        }

        @Override
        protected JWKMatcher createJWKMatcher(JWSHeader header) {
            JWSAlgorithm algorithm = header.getAlgorithm();
            KeyType kind = KeyType.forAlgorithm(algorithm);
            JWKMatcher.Builder matcher = new JWKMatcher.Builder()
                    .keyType(kind)
                    .keyID(header.getKeyID())
                    .keyUses(KeyUse.SIGNATURE, null)
                    .algorithms(algorithm, null);
            return KeyType.RSA.equals(kind)
                    ? matcher.minKeySize(SHORTEST_RSA).build()
                    : matcher.curves(Curve.forJWSAlgorithm(algorithm)).build();
        }

        @Override
        public List<Key> selectJWSKeys(JWSHeader header, @Nullable SecurityContext context) throws KeySourceException {
            if (!isEdwards(header)) {
                return super.selectJWSKeys(header, context);
            }
            List<Key> keys = new ArrayList<>();
            for (JWK key : getJWKSource().get(new JWKSelector(createJWKMatcher(header)), context)) {
                try {
                    keys.add(edwards(key.toOctetKeyPair()));
                } catch (GeneralSecurityException e) {
                    // As in the library: a key that cannot be used has made no signature.
                }
            }
            return keys;
        }
    }

    /** The library's verifiers, and one for Ed25519. */
    static final class Verifiers extends DefaultJWSVerifierFactory {
        @Override
        public JWSVerifier createJWSVerifier(JWSHeader header, Key key) throws JOSEException {
            return isEdwards(header) && key instanceof EdECPublicKey edwards
                    ? new Ed25519(edwards)
                    : super.createJWSVerifier(header, key);
        }
    }

    private static boolean isEdwards(JWSHeader header) {
        return JWSAlgorithm.EdDSA.equals(header.getAlgorithm());
    }

    private static PublicKey edwards(OctetKeyPair key) throws GeneralSecurityException {
        return KeyFactory.getInstance("Ed25519")
                .generatePublic(new X509EncodedKeySpec(ByteUtils.concat(ED25519, key.getDecodedX())));
    }

    private static final class Ed25519 extends BaseJWSProvider implements JWSVerifier {
        private final EdECPublicKey key;

        private Ed25519(EdECPublicKey key) {
            super(Set.of(JWSAlgorithm.EdDSA));
            this.key = key;
        }

        @Override
        public boolean verify(JWSHeader header, byte[] signingInput, Base64URL signature) {
            try {
                Signature verifying = Signature.getInstance("Ed25519");
                verifying.initVerify(key);
                verifying.update(signingInput);
                return verifying.verify(signature.decode());
            } catch (GeneralSecurityException e) {
                return false;
            }
        }
    }
}
