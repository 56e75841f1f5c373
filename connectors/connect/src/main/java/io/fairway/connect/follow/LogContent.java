package io.fairway.connect.follow;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/** The bytes of one log file while it is open; decompressed if the file is compressed. */
public interface LogContent extends Closeable {
    /**
     * Reads some bytes.
     *
     * @param position counted from the first byte of the content, 0 or more
     * @param into receives the bytes, from its start
     * @return how many were read, at least 1; -1 = the content ends at or before the position
     * @throws java.io.EOFException if a compressed file ends in the middle: it is being written, or damaged
     * @throws IOException if the file cannot be read, or is no compressed file in spite of its name
     */
    int read(long position, byte[] into) throws IOException;

    /** Bytes from a position on, fewer than {@code length} only if the content ends before. */
    default byte[] read(long position, int length) throws IOException {
        byte[] bytes = new byte[length];
        int filled = 0;
        byte[] part = bytes;
        while (filled < length) {
            int count = read(position + filled, part);
            if (count < 0) {
                return Arrays.copyOf(bytes, filled);
            }
            if (part != bytes) {
                System.arraycopy(part, 0, bytes, filled, count);
            }
            filled += count;
            part = new byte[length - filled];
        }
        return bytes;
    }
}
