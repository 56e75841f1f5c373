package io.fairway.readers;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * The content of a file in gzip's format: its members, one after the other (RFC 1952). Each must be whole and have the
 * checksum and the length that it says. Zeros after the last member are padding, as gzip takes them.
 *
 * <p>{@code java.util.zip.GZIPInputStream} takes a member with a wrong header for the end of the file: half of a log is then
 * read, and nobody learns of it. Here everything that is no member is an error that names the byte of the file.
 */
public final class GzipStream extends InputStream {
    private static final int BUFFER = 1 << 16;
    private static final int[] BEGINNING = {0x1f, 0x8b, 8};
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xe0;
    private static final int FIXED_REST = 6;

    private final InputStream file;
    private final byte[] buffer = new byte[BUFFER];
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private long before;
    private int from;
    private int to;
    private boolean begun;
    private boolean inMember;
    private boolean ended;

    /** @param file the compressed bytes; closed with the stream */
    public GzipStream(InputStream file) {
        this.file = file;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /**
     * Reads some bytes.
     *
     * @throws EOFException if the file ends within a member: it is being written, or damaged
     * @throws ZipException if it is damaged; names the byte and the rule
     */
    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!ended) {
            if (!inMember) {
                begin();
                continue;
            }
            int count = inflate(into, offset, length);
            if (count > 0) {
                crc.update(into, offset, count);
                return count;
            }
            end();
        }
        return -1;
    }

    private int inflate(byte[] into, int offset, int length) throws IOException {
        try {
            int count = inflater.inflate(into, offset, length);
            while (count == 0 && !inflater.finished()) {
                if (inflater.needsDictionary()) {
                    throw damaged("a member of gzip must need no dictionary");
                }
                if (!fill()) {
                    throw ends();
                }
                inflater.setInput(buffer, 0, to);
                from = to;
                count = inflater.inflate(into, offset, length);
            }
            return count;
        } catch (DataFormatException e) {
            from = to - inflater.getRemaining();
            throw damaged("the compressed data must be readable, but: " + e.getMessage());
        }
    }

    /** Reads the header of the next member, if there is one. */
    private void begin() throws IOException {
        if (begun && (isAtEnd() || isPadding())) {
            ended = true;
            return;
        }
        crc.reset();
        for (int wanted : BEGINNING) {
            if (next() != wanted) {
                from--;
                throw damaged(
                        (begun ? "after a member must come another one, or nothing" : "a file of gzip's must begin so")
                                + ": 1f 8b 08, here is " + Integer.toHexString(buffer[from] & 0xff));
            }
        }
        int flags = next();
        if ((flags & RESERVED) != 0) {
            throw damaged("the flags of a member must leave the upper three bits 0, but are " + flags);
        }
        skip(FIXED_REST);
        if ((flags & EXTRA) != 0) {
            skip(next() | next() << 8);
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_CRC) != 0) {
            require("checksum of its header", crc.getValue() & 0xffff, next() | next() << 8);
        }
        crc.reset();
        inflater.reset();
        inflater.setInput(buffer, from, to - from);
        from = to;
        begun = true;
        inMember = true;
    }

    private void end() throws IOException {
        from = to - inflater.getRemaining();
        long sum = crc.getValue();
        long length = inflater.getBytesWritten() & 0xffffffffL;
        require("checksum of its content", sum, number());
        require("length of its content", length, number());
        inMember = false;
    }

    private void require(String what, long found, long said) throws IOException {
        if (found != said) {
            throw damaged("a member must have the " + what + " that it says: " + said + ", but has " + found);
        }
    }

    /** Only zeros until the end of the file. */
    private boolean isPadding() throws IOException {
        if (buffer[from] != 0) {
            return false;
        }
        while (!isAtEnd() && buffer[from] == 0) {
            from++;
        }
        return isAtEnd();
    }

    private boolean isAtEnd() throws IOException {
        return from == to && !fill();
    }

    private long number() throws IOException {
        return next() | next() << 8 | next() << 16 | (long) next() << 24;
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            next();
        }
    }

    private void skipText() throws IOException {
        while (next() != 0) {
            // The name of the file before it was compressed, or a comment.
        }
    }

    /** The next byte of the file, which belongs to a header or an end. */
    private int next() throws IOException {
        if (isAtEnd()) {
            throw ends();
        }
        int read = buffer[from++] & 0xff;
        crc.update(read);
        return read;
    }

    private boolean fill() throws IOException {
        before += to;
        from = 0;
        to = Math.max(0, file.read(buffer));
        return to > 0;
    }

    private EOFException ends() {
        return new EOFException("byte " + (before + to) + ": the file must not end within a member of gzip");
    }

    private ZipException damaged(String rule) {
        return new ZipException("byte " + (before + from) + ": " + rule);
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        file.close();
    }
}
