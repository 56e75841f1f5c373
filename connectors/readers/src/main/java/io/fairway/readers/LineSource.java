package io.fairway.readers;

import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TextLine;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The parsed lines of a file. It holds one line in memory, and of one that is too long only its beginning. */
final class LineSource implements Closeable {
    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final TextLine lines;
    private final byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;
    private byte[] line = new byte[1 << 12];

    LineSource(InputStream in, TextLine lines) {
        this.in = in;
        this.lines = lines;
    }

    /** The next line; null at the end of the file. */
    @Nullable
    ParsedLine next() throws IOException {
        int length = 0;
        boolean tooLong = false;
        while (true) {
            if (from == to) {
                from = 0;
                to = Math.max(0, in.read(buffer));
                if (to == 0) {
                    return length == 0 && !tooLong ? null : content(length, tooLong);
                }
            }
            int end = from;
            while (end < to && buffer[end] != '\n') {
                end++;
            }
            int part = end - from;
            if (tooLong || length + part > TextLine.MAX_BYTES + 1) {
                tooLong = true;
            } else {
                if (length + part > line.length) {
                    line = Arrays.copyOf(line, Math.max(length + part, 2 * line.length));
                }
                System.arraycopy(buffer, from, line, length, part);
                length += part;
            }
            boolean whole = end < to;
            from = whole ? end + 1 : end;
            if (whole) {
                return content(length, tooLong);
            }
        }
    }

    private ParsedLine content(int length, boolean tooLong) {
        return tooLong ? lines.tooLong() : lines.parse(line, 0, length);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
