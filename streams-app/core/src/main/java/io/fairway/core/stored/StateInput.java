package io.fairway.core.stored;

import io.fairway.core.usage.Int256;
import java.nio.charset.StandardCharsets;

/** Reads what {@link StateOutput} wrote. */
final class StateInput {
    private final String what;
    private final byte[] bytes;
    private int at;

    /**
     * Input from a place on.
     *
     * @param what is read, for messages
     */
    StateInput(String what, byte[] bytes, int from) {
        this.what = what;
        this.bytes = bytes;
        at = from;
    }

    boolean isAtEnd() {
        return at == bytes.length;
    }

    int octet() {
        return take(1)[at++] & 0xff;
    }

    long word() {
        take(Long.BYTES);
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = value << 8 | (bytes[at++] & 0xff);
        }
        return value;
    }

    long number() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = octet();
            value |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new IllegalStateException(
                "stored " + what + " of " + bytes.length + " bytes: the number before byte " + at + " has no end");
    }

    long signed() {
        long value = number();
        return (value >>> 1) ^ -(value & 1);
    }

    /** A number of things that follow. */
    int count() {
        long value = number();
        if (value < 0 || value > bytes.length - at) {
            throw new IllegalStateException("stored " + what + " of " + bytes.length + " bytes: " + value
                    + " items at byte " + at + " are more than the bytes that follow");
        }
        return (int) value;
    }

    String text() {
        int length = count();
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    byte[] octets() {
        int length = count();
        byte[] value = new byte[length];
        System.arraycopy(bytes, at, value, 0, length);
        at += length;
        return value;
    }

    void skipWide() {
        int shape = shapeOfWide();
        int length = (shape & 0xf) * Long.BYTES;
        take(length);
        at += length;
    }

    private int shapeOfWide() {
        int shape = octet();
        int most = (shape >> 4) + (shape & 0xf);
        if (most > 4) {
            throw new IllegalStateException("stored " + what + " of " + bytes.length + " bytes: a sum of " + most
                    + " words before byte " + at + "; at most 4");
        }
        return shape;
    }

    Int256 wide() {
        int shape = shapeOfWide();
        int zeros = shape >> 4;
        int most = zeros + (shape & 0xf);
        long[] words = new long[4];
        for (int word = most - 1; word >= zeros; word--) {
            words[word] = word();
        }
        long sign = most == 0 ? 0 : words[most - 1] >> 63;
        for (int word = most; word < 4; word++) {
            words[word] = sign;
        }
        return Int256.ofWords(words[3], words[2], words[1], words[0]);
    }

    /** The bytes, if there are so many more. */
    private byte[] take(int more) {
        if (bytes.length - at < more) {
            throw new IllegalStateException(
                    "stored " + what + " of " + bytes.length + " bytes ends before it is complete");
        }
        return bytes;
    }
}
