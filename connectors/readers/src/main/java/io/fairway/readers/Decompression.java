package io.fairway.readers;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Decompresses a file if its first two bytes are gzip's; the name is no proof. */
final class Decompression {
    private static final int FIRST = 0x1f;
    private static final int SECOND = 0x8b;
    private static final int BUFFER = 1 << 16;

    private Decompression() {}

    static InputStream of(InputStream in) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, BUFFER);
        buffered.mark(2);
        boolean zipped = buffered.read() == FIRST && buffered.read() == SECOND;
        buffered.reset();
        return zipped ? new GzipStream(buffered) : buffered;
    }
}
