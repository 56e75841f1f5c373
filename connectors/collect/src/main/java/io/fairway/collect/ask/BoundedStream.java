package io.fairway.collect.ask;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that refuses to be longer than a bound. Its source stays open when it is closed: the owner reads it to its end. */
public final class BoundedStream extends FilterInputStream {
    private final String source;
    private final long most;
    private long left;

    public BoundedStream(InputStream in, String source, long most) {
        super(in);
        this.source = source;
        this.most = most;
        left = most;
    }

    @Override
    public int read() throws IOException {
        int octet = super.read();
        return octet < 0 ? octet : count(1, octet);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        return read < 0 ? read : count(read, read);
    }

    @Override
    public void close() {}

    private int count(int bytes, int result) throws IOException {
        left -= bytes;
        if (left < 0) {
            throw new IOException(source + ": the answer has more than " + most + " bytes (output.max.bytes)");
        }
        return result;
    }
}
