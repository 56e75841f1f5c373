package io.fairway.readers.line;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextLineTest {
    private final TextLine lines = new TextLine(line -> new ParsedLine.Header("line", line));

    @Test
    void leavesOutTheMarkOfTheFirstLineAndTheCarriageReturn() {
        assertThat(parse("\uFEFFa\r".getBytes(UTF_8))).isEqualTo(new ParsedLine.Header("line", "a"));
        assertThat(parse("\uFEFFb".getBytes(UTF_8))).isEqualTo(new ParsedLine.Header("line", "\uFEFFb"));
    }

    @Test
    void readsWhatIsNotUtf8AsLatin1AndSaysSo() {
        assertThat(parse("zoë".getBytes(UTF_8))).isEqualTo(new ParsedLine.Header("line", "zoë"));
        assertThat(parse("zoë".getBytes(ISO_8859_1))).isEqualTo(new ParsedLine.Header("line", "zoë"));
        assertThat(lines.warnings()).containsExactly("1 line is not in UTF-8 and read as Latin-1; the first is line 2");
    }

    @Test
    void refusesALineThatIsTooLongWhoeverReadIt() {
        assertThat(parse(new byte[TextLine.MAX_BYTES + 1]))
                .isEqualTo(new ParsedLine.Bad("line", "", "must have at most 8388608 bytes"));
        assertThat(lines.tooLong()).isEqualTo(new ParsedLine.Bad("line", "", "must have at most 8388608 bytes"));
    }

    private ParsedLine parse(byte[] bytes) {
        return lines.parse(bytes, 0, bytes.length);
    }
}
