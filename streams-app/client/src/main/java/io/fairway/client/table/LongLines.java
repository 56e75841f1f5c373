package io.fairway.client.table;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lines in UTF-8. Of a line of more than 64 KiB only the beginning is kept: nonsense must not fill the memory. */
public final class LongLines {
    private static final int LONGEST = 64 * 1024;

    private final InputStream in;

    public LongLines(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /** The next line without its end; null at the end. */
    public @Nullable String next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        while (next >= 0 && next != '\n') {
            if (line.size() < LONGEST) {
                line.write(next);
            }
            next = in.read();
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Whether the text begins with a character. */
    public boolean begins(char with) throws IOException {
        in.mark(1);
        int first = in.read();
        in.reset();
        return first == with;
    }

    /** All that is left. */
    public byte[] rest() throws IOException {
        return in.readAllBytes();
    }
}
