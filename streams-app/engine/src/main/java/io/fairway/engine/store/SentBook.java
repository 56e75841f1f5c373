package io.fairway.engine.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The last record sent under each key, as a fingerprint. It is stored in the same transaction, so a restart sends
 * nothing twice and withdraws everything that it must.
 */
public final class SentBook {
    private static final int LENGTH = 8;

    private final KeyValueStore<String, byte[]> store;

    public SentBook(KeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    /** Whether exactly this content was sent last. */
    public boolean isSent(String key, byte[] content) {
        return Arrays.equals(store.get(key), fingerprint(content));
    }

    /** Notes the content that is being sent. */
    public void put(String key, byte[] content) {
        store.put(key, fingerprint(content));
    }

    /** Notes that the sent record is withdrawn. */
    public void remove(String key) {
        store.delete(key);
    }

    /** The first bytes of a SHA-256. Two contents of one key have the same ones with a chance of 2^-64. */
    private static byte[] fingerprint(byte[] content) {
        try {
            return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(content), LENGTH);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
