package io.fairway.collect.slurm;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Text in UTF-8, in which a byte that is no UTF-8 becomes a mark: a character for private use that names the byte. So
 * whoever reads a field of the text can say which one is wrong, and read its bytes as Latin-1, as the readers of
 * accounting logs do.
 */
final class LenientText extends Reader {
    /** The mark of a byte is this plus the byte, 0x80 to 0xff. */
    private static final int MARK = 0xf700;

    private static final int BUFFER = 8_192;

    private final InputStream in;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).flip();
    private boolean ended;

    LenientText(InputStream in) {
        this.in = in;
    }

    /** Whether a text has bytes that were no UTF-8. */
    static boolean hasMarks(String text) {
        return text.chars().anyMatch(LenientText::isMark);
    }

    /** The text with these bytes read as Latin-1. */
    static String latin1(String text) {
        StringBuilder latin1 = new StringBuilder(text);
        for (int i = 0; i < latin1.length(); i++) {
            if (isMark(latin1.charAt(i))) {
                latin1.setCharAt(i, (char) (latin1.charAt(i) - MARK));
            }
        }
        return latin1.toString();
    }

    private static boolean isMark(int character) {
        return character >= MARK + 0x80 && character <= MARK + 0xff;
    }

    @Override
    public int read(char[] chars, int offset, int length) throws IOException {
        CharBuffer out = CharBuffer.wrap(chars, offset, length);
        while (out.hasRemaining()) {
            CoderResult result = decoder.decode(bytes, out, ended);
            if (result.isError() && out.hasRemaining()) {
                out.put((char) (MARK + Byte.toUnsignedInt(bytes.get())));
                decoder.reset();
            } else if (out.position() > offset) {
                break;
            } else if (ended) {
                return -1;
            } else {
                refill();
            }
        }
        return out.position() - offset;
    }

    private void refill() throws IOException {
        bytes.compact();
        int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
        if (read < 0) {
            ended = true;
        } else {
            bytes.position(bytes.position() + read);
        }
        bytes.flip();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
