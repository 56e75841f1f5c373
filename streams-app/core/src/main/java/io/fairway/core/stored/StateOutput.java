package io.fairway.core.stored;

import io.fairway.core.usage.Int256;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes stored values into one array that grows and is used again. Numbers take as many bytes as they need. */
final class StateOutput {
    private static final int FIRST = 512;

    /** A larger array is not kept: one job of many facts must not cost its thread a megabyte for ever. */
    private static final int MAX_KEPT = 65_536;

    private static final ThreadLocal<StateOutput> OF_THREAD = ThreadLocal.withInitial(StateOutput::new);

    private byte[] bytes = new byte[FIRST];
    private int length;

    private StateOutput() {}

    /** The output of this thread, empty. It must be read by {@link #take} before the thread asks again. */
    static StateOutput empty() {
        StateOutput output = OF_THREAD.get();
        output.length = 0;
        return output;
    }

    /** What was written. */
    byte[] take() {
        byte[] taken = Arrays.copyOf(bytes, length);
        if (bytes.length > MAX_KEPT) {
            bytes = new byte[FIRST];
        }
        return taken;
    }

    void octet(int value) {
        room(1);
        bytes[length++] = (byte) value;
    }

    /** Eight bytes, the most significant first. */
    void word(long value) {
        room(Long.BYTES);
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes[length++] = (byte) (value >>> shift);
        }
    }

    /** An unsigned number: seven bits a byte, the least significant first; the high bit says that more follow. */
    void number(long value) {
        room(10);
        long left = value;
        while ((left & ~0x7fL) != 0) {
            bytes[length++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[length++] = (byte) left;
    }

    /** A signed number: 0, -1, 1, -2 ... are written as 0, 1, 2, 3 ... */
    void signed(long value) {
        number((value << 1) ^ (value >> 63));
    }

    /** A text: the number of its bytes in UTF-8, and these. */
    void text(String text) {
        int chars = text.length();
        room(chars + 5);
        int start = length;
        number(chars);
        int at = length;
        for (int i = 0; i < chars; i++) {
            char next = text.charAt(i);
            if (next >= 0x80) {
                length = start;
                octets(text.getBytes(StandardCharsets.UTF_8));
                return;
            }
            bytes[at++] = (byte) next;
        }
        length = at;
    }

    /** Bytes, after their number. */
    void octets(byte[] value) {
        number(value.length);
        room(value.length);
        System.arraycopy(value, 0, bytes, length, value.length);
        length += value.length;
    }

    /**
     * A wide number: a byte with the number of its lowest words that are zero (high half) and the number of words that
     * follow (low half), and these, the most significant first. The sign of the first one extends to the left.
     */
    void wide(Int256 value) {
        long top = value.top();
        long hi = value.hi();
        long mid = value.mid();
        long lo = value.lo();
        int most = top != hi >> 63 ? 4 : hi != mid >> 63 ? 3 : mid != lo >> 63 ? 2 : lo != 0 ? 1 : 0;
        int zeros = lo != 0 || most == 0 ? 0 : mid != 0 ? 1 : hi != 0 ? 2 : 3;
        octet(zeros << 4 | (most - zeros));
        for (int word = most - 1; word >= zeros; word--) {
            word(word == 3 ? top : word == 2 ? hi : word == 1 ? mid : lo);
        }
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
