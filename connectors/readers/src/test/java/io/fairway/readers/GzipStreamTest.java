package io.fairway.readers;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 1952: members, their headers and their ends. */
class GzipStreamTest {
    private static final byte[] FIRST = "first\n".repeat(100).getBytes(US_ASCII);
    private static final byte[] SECOND = "second\n".repeat(100).getBytes(US_ASCII);

    @Test
    void membersFollowOneAnother() throws IOException {
        assertThat(read(joined(zip(FIRST), zip(SECOND)))).isEqualTo(joined(FIRST, SECOND));
        assertThat(read(joined(zip(new byte[0]), zip(SECOND), new byte[512]))).isEqualTo(SECOND);
    }

    @Test
    void manyMembersOfAnySize() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        for (int i = 0; i < 60; i++) {
            byte[] part = new byte[random.nextInt(1 << random.nextInt(18))];
            random.nextBytes(part);
            plain.write(part);
            zipped.write(zip(part));
        }

        assertThat(read(zipped.toByteArray())).isEqualTo(plain.toByteArray());
    }

    /** A bit of the second member is wrong: of its beginning, its flags, its data, its checksum, its length. */
    @ParameterizedTest
    @CsvSource({
        "0, 'must come another one, or nothing: 1f 8b 08, here is 1e', 0",
        "1, 'must come another one, or nothing: 1f 8b 08, here is 8a', 1",
        "2, 'must come another one, or nothing: 1f 8b 08, here is 9', 2",
        "-8, checksum of its content, -4",
        "-4, length of its content, 0",
    })
    void aWrongBitIsAnErrorWithItsByte(int at, String rule, int place) throws IOException {
        byte[] first = zip(FIRST);
        byte[] second = zip(SECOND);
        second[at < 0 ? second.length + at : at] ^= 1;
        int named = first.length + (place <= 0 && at < 0 ? second.length + place : place);

        assertThatThrownBy(() -> read(joined(first, second)))
                .isInstanceOf(ZipException.class)
                .hasMessageContaining("byte " + named + ": ")
                .hasMessageContaining(rule);
    }

    @Test
    void reservedFlagsAndUnreadableDataAreErrors() throws IOException {
        byte[] flags = zip(SECOND);
        flags[3] |= 0x20;
        byte[] data = zip(SECOND);
        data[10] |= 6;
        byte[] first = zip(FIRST);

        assertThatThrownBy(() -> read(joined(first, flags))).hasMessageContaining("flags of a member");
        assertThatThrownBy(() -> read(joined(first, data)))
                .hasMessageMatching("byte [0-9]+: the compressed data must be readable, but: .*");
    }

    /** Wherever the second member is cut, the file is not whole. */
    @Test
    void aCutMemberIsAnError() throws IOException {
        byte[] first = zip(FIRST);
        byte[] second = zip(SECOND);
        for (int length = 1; length < second.length; length++) {
            byte[] cut = joined(first, Arrays.copyOf(second, length));
            assertThatThrownBy(() -> read(cut))
                    .as("%s bytes", length)
                    .isInstanceOf(EOFException.class)
                    .hasMessage("byte " + cut.length + ": the file must not end within a member of gzip");
        }
        assertThatThrownBy(() -> read(new byte[0])).isInstanceOf(EOFException.class);
    }

    @Test
    void whatFollowsTheLastMemberIsNotSkipped() throws IOException {
        byte[] first = zip(FIRST);

        assertThatThrownBy(() -> read(joined(first, SECOND))).hasMessageContaining("byte " + first.length + ": ");
        assertThatThrownBy(() -> read(joined(first, new byte[9], SECOND)))
                .hasMessageContaining("byte " + (first.length + 9) + ": ");
    }

    /** gzip -N, and other programs: an extra field, the name, a comment, and the checksum of the header. */
    @Test
    void aHeaderMayHaveMore() throws IOException {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        header.write(new byte[] {0x1f, (byte) 0x8b, 8, 2 | 4 | 8 | 16, 1, 2, 3, 4, 0, 3, 3, 0, 7, 8, 9});
        header.write("jobs.log\0of 2026\0".getBytes(US_ASCII));
        CRC32 crc = new CRC32();
        crc.update(header.toByteArray());
        byte[] rest = zip(FIRST);
        byte[] body = Arrays.copyOfRange(rest, 10, rest.length);
        byte[] sum = {(byte) crc.getValue(), (byte) (crc.getValue() >> 8)};

        assertThat(read(joined(header.toByteArray(), sum, body))).isEqualTo(FIRST);
        sum[0] ^= 1;
        assertThatThrownBy(() -> read(joined(header.toByteArray(), sum, body)))
                .hasMessageContaining("checksum of its header");
    }

    private static byte[] read(byte[] file) throws IOException {
        try (GzipStream in = new GzipStream(new ByteArrayInputStream(file))) {
            return in.readAllBytes();
        }
    }

    private static byte[] zip(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(content);
        }
        return out.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
