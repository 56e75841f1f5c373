package io.fairway.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Static tokens. They are random, and a token file holds only their SHA-256. */
public final class Tokens {
    /** The beginning of every token, so that scanners for secrets can find it. */
    static final String PREFIX = "fairway_";

    private static final int BYTES = 32;

    private Tokens() {}

    /** A new token of 256 random bits. With so many bits, a plain hash needs neither salt nor stretching. */
    public static String random(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    public static String hash(String token) {
        return HexFormat.of().formatHex(digest(token));
    }
}
