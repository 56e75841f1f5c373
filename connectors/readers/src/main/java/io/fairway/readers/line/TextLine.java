package io.fairway.readers.line;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Turns the bytes of lines into text, for one file or topic.
 *
 * <ol>
 *   <li>A line has at most {@value #MAX_BYTES} bytes.
 *   <li>Text is UTF-8. A line that is not is read as Latin-1, which knows every byte, and a warning names the first one.
 *   <li>A carriage return before the line feed, and a byte order mark before the first line, are left out.
 *   <li>A line with a zero byte is not text.
 * </ol>
 */
public final class TextLine {
    /** The longest line; Sonar puts all jobs of a cluster into one. */
    public static final int MAX_BYTES = 8 << 20;

    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final LineParser parser;
    private long lines;
    private long firstOther;
    private long others;

    /** @param parser parses the lines */
    public TextLine(LineParser parser) {
        this.parser = parser;
    }

    /** The content of a line without its line feed. */
    public ParsedLine parse(byte[] bytes, int offset, int length) {
        int from = offset;
        int to = offset + length;
        if (lines++ == 0 && beginsWithMark(bytes, from, to)) {
            from += MARK.length;
        }
        if (to > from && bytes[to - 1] == '\r') {
            to--;
        }
        if (to - from > MAX_BYTES) {
            lines--;
            return tooLong();
        }
        boolean plain = true;
        for (int i = from; i < to; i++) {
            if (bytes[i] == 0) {
                return new ParsedLine.Bad("line", shown(bytes, from, to), "must be text in UTF-8, but has a byte 0");
            }
            plain &= bytes[i] > 0;
        }
        return parser.parse(
                plain ? new String(bytes, from, to - from, StandardCharsets.ISO_8859_1) : decode(bytes, from, to));
    }

    /** The verdict on a line of more than {@value #MAX_BYTES} bytes, whose content the caller dropped. */
    public ParsedLine tooLong() {
        lines++;
        return new ParsedLine.Bad("line", "", "must have at most " + MAX_BYTES + " bytes");
    }

    /** Assumptions about the encoding. */
    public List<String> warnings() {
        return others == 0
                ? List.of()
                : List.of(others + (others == 1 ? " line is" : " lines are")
                        + " not in UTF-8 and read as Latin-1; the first is line " + firstOther);
    }

    private String decode(byte[] bytes, int from, int to) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, from, to - from))
                    .toString();
        } catch (CharacterCodingException e) {
            if (others++ == 0) {
                firstOther = lines;
            }
            return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        }
    }

    private static boolean beginsWithMark(byte[] bytes, int from, int to) {
        return to - from >= MARK.length
                && bytes[from] == MARK[0]
                && bytes[from + 1] == MARK[1]
                && bytes[from + 2] == MARK[2];
    }

    private static String shown(byte[] bytes, int from, int to) {
        String text = new String(bytes, from, Math.min(to - from, 80), StandardCharsets.ISO_8859_1);
        return text.replaceAll("\\p{Cc}", "?");
    }
}
