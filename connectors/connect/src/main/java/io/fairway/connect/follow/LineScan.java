package io.fairway.connect.follow;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The lines of a content from a position on. What follows the last newline is no line yet. */
final class LineScan {
    /** Of a line that is too long, this much is kept. */
    static final int KEPT_BYTES = 1024;

    private static final int BLOCK = 64 * 1024;

    private final LogContent content;
    private final int longest;
    private final byte[] block = new byte[BLOCK];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private long length;
    private long position;
    private int next;
    private int filled;

    /** @param longest bytes of the longest line that is kept whole */
    LineScan(LogContent content, long position, int longest) {
        this.content = content;
        this.position = position;
        this.longest = longest;
    }

    /** The next line that ends in a newline; null = there is none yet. */
    @Nullable
    RawLine next() throws IOException {
        while (true) {
            if (next == filled) {
                int count = content.read(position, block);
                if (count < 0) {
                    return null;
                }
                next = 0;
                filled = count;
            }
            int end = next;
            while (end < filled && block[end] != '\n') {
                end++;
            }
            keep(end - next);
            if (end < filled) {
                next = end + 1;
                position++;
                return taken();
            }
            next = filled;
        }
    }

    /** Bytes after the last newline, once there is no further line. */
    long rest() {
        return length;
    }

    private void keep(int count) {
        int room = (int) Math.max(0, Math.min(count, longest + 1L - length));
        line.write(block, next, room);
        length += count;
        position += count;
    }

    private RawLine taken() {
        byte[] bytes = line.toByteArray();
        byte[] kept = length <= longest ? bytes : Arrays.copyOf(bytes, Math.min(bytes.length, KEPT_BYTES));
        RawLine taken = new RawLine(kept, length, position);
        line.reset();
        length = 0;
        return taken;
    }
}
