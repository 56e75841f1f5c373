package io.fairway.api.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/** Reads private keys in PEM (RFC 7468): PKCS#8, with a password or without. What is wrong is said without the content. */
final class PrivateKeyFile {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END [A-Z ]*PRIVATE KEY-----");
    private static final List<String> KINDS = List.of("RSA", "EC", "EdDSA");

    private PrivateKeyFile() {}

    /**
     * The key of a file.
     *
     * @throws IllegalArgumentException with file and rule, if it holds none that can be read
     */
    static PrivateKey read(Path file, char @Nullable [] password) throws IOException, GeneralSecurityException {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        Matcher block = BLOCK.matcher(text);
        if (!block.find()) {
            throw new IllegalArgumentException(file + " holds no private key in PEM"
                    + (text.contains("PRIVATE KEY-----") ? " of PKCS#8; " + conversion(file) : ""));
        }
        byte[] content;
        try {
            content = Base64.getMimeDecoder().decode(block.group(2));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": the private key is no base64", e);
        }
        return switch (block.group(1).trim()) {
            case "" -> key(file, new PKCS8EncodedKeySpec(content));
            case "ENCRYPTED" -> key(file, decrypted(file, content, password));
            default ->
                throw new IllegalArgumentException(
                        file + " holds a private key that is not PKCS#8; " + conversion(file));
        };
    }

    /** Whether a signature of one is good for the other. */
    static boolean belongTogether(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        if (!key.getAlgorithm().equals(certified.getAlgorithm())) {
            return false;
        }
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

    private static String conversion(Path file) {
        return "openssl pkcs8 -topk8 -nocrypt -in " + file.getFileName() + " makes one";
    }

    private static PKCS8EncodedKeySpec decrypted(Path file, byte[] content, char @Nullable [] password)
            throws IOException, GeneralSecurityException {
        if (password == null) {
            throw new IllegalArgumentException(
                    file + " has a password; " + AccessConfig.KEY_PASSWORD_FILE + " must name its file");
        }
        EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(content);
        // PBES2 is a family; its parameters know which member, and their text is the name that the JDK has for it.
        String algorithm =
                info.getAlgName().equals("PBES2") || info.getAlgName().equals("1.2.840.113549.1.5.13")
                        ? String.valueOf(info.getAlgParameters())
                        : info.getAlgName();
        try {
            Cipher cipher = Cipher.getInstance(algorithm);
            cipher.init(
                    Cipher.DECRYPT_MODE,
                    SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password)),
                    info.getAlgParameters());
            return info.getKeySpec(cipher);
        } catch (InvalidKeySpecException | java.security.InvalidKeyException e) {
            throw new IllegalArgumentException(file + ": the password is wrong", e);
        }
    }

    private static PrivateKey key(Path file, PKCS8EncodedKeySpec content) throws GeneralSecurityException {
        for (String kind : KINDS) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(content);
            } catch (InvalidKeySpecException e) {
                // A key of another kind.
            }
        }
        throw new IllegalArgumentException(file + ": the private key is none of " + String.join(", ", KINDS));
    }
}
