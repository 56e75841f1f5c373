package io.fairway.engine.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last record sent under each key: as a fingerprint, or whole where the next record depends on it. It is stored in the
 * same transaction, so a restart sends nothing twice and withdraws everything that it must. For one thread.
 */
public final class SentFingerprints {
    private static final int LENGTH = 8;

    private final TaskTable<byte[]> table;
    private final MessageDigest digest = sha256();

    public SentFingerprints(TaskTable<byte[]> table) {
        this.table = table;
    }

    /** Whether exactly this content was sent last. */
    public boolean isSent(String key, byte[] content) {
        byte[] stored = table.get(key);
        return stored != null && Arrays.equals(stored, whole(stored) == null ? fingerprint(content) : content);
    }

    /** Notes the content that is being sent. */
    public void put(String key, byte[] content) {
        table.put(key, fingerprint(content));
    }

    /** Notes the content that is being sent, to be read again. It is longer than a fingerprint. */
    public void putWhole(String key, byte[] content) {
        table.put(key, content);
    }

    /** The content in a stored value; null if only its fingerprint is stored, or nothing. */
    public static byte @Nullable [] whole(byte @Nullable [] stored) {
        return stored == null || stored.length == LENGTH ? null : stored;
    }

    /** Notes that the sent record is withdrawn. */
    public void remove(String key) {
        table.remove(key);
    }

    /** The first bytes of a SHA-256. Two contents of one key have the same ones with a chance of 2^-64. */
    private byte[] fingerprint(byte[] content) {
        return Arrays.copyOf(digest.digest(content), LENGTH);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
