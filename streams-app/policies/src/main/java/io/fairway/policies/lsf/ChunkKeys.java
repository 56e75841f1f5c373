package io.fairway.policies.lsf;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** What records say of the jobs that fit into one chunk: digests, because requirements may be long. */
final class ChunkKeys {
    private static final int BYTES = 16;

    private ChunkKeys() {}

    static List<String> of(List<String> texts) {
        return texts.stream().map(ChunkKeys::digest).toList();
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
