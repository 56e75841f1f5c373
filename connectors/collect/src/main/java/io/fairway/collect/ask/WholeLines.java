package io.fairway.collect.ask;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that refuses to end in the middle of a line: half a line may look like a whole one with other numbers. */
public final class WholeLines extends FilterInputStream {
    private final String source;
    private int last = '\n';

    public WholeLines(InputStream in, String source) {
        super(in);
        this.source = source;
    }

    @Override
    public int read() throws IOException {
        int octet = super.read();
        return ended(octet, octet);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        return read == 0 ? 0 : ended(read, read < 0 ? read : bytes[offset + read - 1]);
    }

    private int ended(int result, int octet) throws IOException {
        if (result < 0 && last != '\n') {
            throw new IOException(source + ": the answer ends in the middle of a line");
        }
        last = octet;
        return result;
    }
}
