package io.fairway.agent.sample;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A hash that is the same in every program: FNV-1a, and the last step of MurmurHash3, which spreads similar names. */
final class StableHash {
    private StableHash() {}

    /** The hash of a text and a number, 0 or more. */
    static long of(String text, long number) {
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer all =
                ByteBuffer.allocate(octets.length + Long.BYTES).put(octets).putLong(number);
        long hash = 0xcbf29ce484222325L;
        for (byte octet : all.array()) {
            hash = (hash ^ (octet & 0xff)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return (hash ^ (hash >>> 33)) & Long.MAX_VALUE;
    }
}
