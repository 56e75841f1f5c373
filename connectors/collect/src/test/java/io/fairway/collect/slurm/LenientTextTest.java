package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LenientTextTest {
    /** Characters of one to four bytes across all edges of the buffer, and few characters at a time. */
    @Test
    void whatIsUtf8StaysAsItIs() throws IOException {
        Random random = new Random(7);
        StringBuilder text = new StringBuilder();
        int[] samples = {'a', '\u00e9', '\u20ac', 0x1f600};
        for (int i = 0; i < 30_000; i++) {
            text.appendCodePoint(samples[random.nextInt(samples.length)]);
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);

        for (int atOnce : new int[] {2, 3, 4_000}) {
            assertThat(read(new ByteArrayInputStream(bytes), atOnce)).isEqualTo(text.toString());
        }
    }

    @Test
    void otherBytesAreLatin1() throws IOException {
        byte[] all = new byte[128];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) (0x80 + i);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte each : all) {
            // A letter after each, so that no two of them are a character together.
            bytes.write(each);
            bytes.write('x');
        }
        String text = read(new ByteArrayInputStream(bytes.toByteArray()), 4_000);

        assertThat(LenientText.hasMarks(text)).isTrue();
        assertThat(LenientText.latin1(text)).isEqualTo(bytes.toString(StandardCharsets.ISO_8859_1));
    }

    @Test
    void halfACharacterAtTheEndIsLatin1() throws IOException {
        String text = read(new ByteArrayInputStream(new byte[] {'a', (byte) 0xe2, (byte) 0x82}), 4_000);

        assertThat(LenientText.latin1(text)).isEqualTo("a\u00e2\u0082");
    }

    private static String read(InputStream in, int atOnce) throws IOException {
        StringBuilder text = new StringBuilder();
        char[] chars = new char[atOnce];
        try (LenientText lenient = new LenientText(in)) {
            for (int read = lenient.read(chars, 0, atOnce); read >= 0; read = lenient.read(chars, 0, atOnce)) {
                text.append(chars, 0, read);
            }
        }
        return text.toString();
    }
}
