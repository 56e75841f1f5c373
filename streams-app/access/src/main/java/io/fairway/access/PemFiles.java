package io.fairway.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import javax.net.ssl.X509ExtendedKeyManager;
import nl.altindag.ssl.pem.util.PemUtils;
import nl.altindag.ssl.util.KeyManagerUtils;
import org.jspecify.annotations.Nullable;

/**
 * Reads a key and its certificate in PEM through the library. Its messages say what is wrong with the files, without
 * their content.
 */
final class PemFiles {
    private PemFiles() {}

    /**
     * The key with its certificate and the chain.
     *
     * @param password of the key; null = none
     * @throws IllegalArgumentException with file and rule, if the files cannot be used
     */
    static X509ExtendedKeyManager read(Path certificates, Path key, char @Nullable [] password)
            throws IOException, GeneralSecurityException {
        List<X509Certificate> chain = chain(certificates);
        PublicKey certified = chain.getFirst().getPublicKey();
        PrivateKey secret;
        try {
            // The JDK's TLS does not take the library's own kinds of keys.
            secret = KeyFactory.getInstance(certified.getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(key(key, password).getEncoded()));
        } catch (InvalidKeySpecException e) {
            throw strangers(key, certificates);
        }
        if (!belongTogether(secret, certified)) {
            throw strangers(key, certificates);
        }
        return KeyManagerUtils.createKeyManager(secret, chain.toArray(X509Certificate[]::new));
    }

    private static IllegalArgumentException strangers(Path key, Path certificates) {
        return new IllegalArgumentException(key + " is not the key of the first certificate in " + certificates);
    }

    /** @throws IllegalArgumentException naming the file, if it holds no certificates */
    static List<X509Certificate> chain(Path file) throws IOException {
        String text = text(file);
        try {
            return PemUtils.parseCertificate(text);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(file + " holds no certificates in PEM", e);
        }
    }

    private static PrivateKey key(Path file, char @Nullable [] password) throws IOException {
        String text = text(file);
        if (!text.contains("PRIVATE KEY-----")) {
            throw new IllegalArgumentException(file + " holds no private key in PEM");
        }
        boolean encrypted = text.contains("ENCRYPTED");
        if (encrypted && password == null) {
            throw new IllegalArgumentException(
                    file + " has a password; " + AccessConfig.KEY_PASSWORD_FILE + " must name its file");
        }
        try {
            return PemUtils.parsePrivateKey(text, password);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    encrypted
                            ? file + ": the password is wrong, or the private key is damaged"
                            : file + ": the private key cannot be read; openssl pkcs8 -topk8 -nocrypt -in "
                                    + file.getFileName() + " makes one that can",
                    e);
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    /** Whether a signature of one is good for the other. */
    private static boolean belongTogether(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(
                switch (key.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> "EdDSA";
                });
        byte[] message = {1, 2, 3};
        signature.initSign(key);
        signature.update(message);
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        signature.update(message);
        return signature.verify(signed);
    }
}
