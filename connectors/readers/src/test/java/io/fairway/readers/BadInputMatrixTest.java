package io.fairway.readers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.readers.TraceSummary.BadLine;
import io.fairway.readers.line.TraceOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each format by each kind of bad line: file, line, value and rule are told, and the lines around it are jobs. */
class BadInputMatrixTest {
    private static final TraceOptions OPTIONS = new TraceOptions("here", TraceOptions.ClusterBy.RECORD);

    /** A time in the good line of each format, and what stands in its place. */
    private static final Map<TraceFormat, String[]> TIMES = Map.of(
            TraceFormat.SWF, new String[] {"7 0 0 10", "7 soon 0 10", "soon"},
            TraceFormat.SACCT, new String[] {"2026-01-01T00:00:10", "2026-02-30T00:00:10", "2026-02-30T00:00:10"},
            TraceFormat.SACCT_JSON, new String[] {"\"end\":1767225660", "\"end\":\"noon\"", "noon"},
            TraceFormat.LSB_ACCT, new String[] {"1767225660 7", "17672x 7", "17672x"},
            TraceFormat.PBS, new String[] {"start=1767225610", "start=noon", "noon"},
            TraceFormat.SGE, new String[] {":1767225610:", ":noon:", "noon"},
            TraceFormat.JOBCOMP_FILETXT, new String[] {"EndTime=2026-01-01T00:01:00", "EndTime=noon", "noon"},
            TraceFormat.JOBCOMP_KAFKA, new String[] {"\"@end\":\"2026-01-01T00:01:00\"", "\"@end\":\"noon\"", "noon"},
            TraceFormat.SONAR, new String[] {"2026-01-01T01:01:00+01:00", "noon", "noon"});

    private enum Kind {
        HALF_LINE,
        WRONG_TIME,
        BINARY,
        BINARY_WITHOUT_ZEROS,
        TEN_MEGABYTES,
        UTF_16;

        byte[] line(TraceFormat format) {
            String good = BadInputTest.good(format);
            return switch (this) {
                case HALF_LINE -> good.substring(0, good.length() / 2).getBytes(UTF_8);
                case WRONG_TIME -> {
                    String[] time = time(format);
                    assertThat(good).contains(time[0]);
                    yield good.replace(time[0], time[1]).getBytes(UTF_8);
                }
                case BINARY -> random(0);
                case BINARY_WITHOUT_ZEROS -> random(128);
                case TEN_MEGABYTES -> {
                    byte[] large = new byte[10_000_000];
                    Arrays.fill(large, (byte) 'x');
                    yield large;
                }
                case UTF_16 -> good.getBytes(UTF_16LE);
            };
        }

        /** The value of the message, where the kind gives it away. */
        String value(TraceFormat format) {
            return this == WRONG_TIME ? time(format)[2] : "";
        }

        private static String[] time(TraceFormat format) {
            return java.util.Objects.requireNonNull(TIMES.get(format));
        }

        /** Bytes of at least {@code least}, if taken as numbers from 0 to 255, without line feeds. */
        private static byte[] random(int least) {
            SplittableRandom random = new SplittableRandom(7);
            byte[] bytes = new byte[5_000];
            for (int i = 0; i < bytes.length; i++) {
                int next = random.nextInt(least, 256);
                bytes[i] = (byte) (next == '\n' ? least : next);
            }
            return bytes;
        }
    }

    static Stream<Arguments> matrix() {
        return Arrays.stream(TraceFormat.values())
                .flatMap(format -> Arrays.stream(Kind.values()).map(kind -> Arguments.of(format, kind)));
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void aBadLineIsToldAndTheRestGoesOn(TraceFormat format, Kind kind) throws IOException {
        try (Trace trace = open(null, between(format, kind.line(format)))) {
            assertThat(trace.format()).isEqualTo(format);
            assertThat(trace.jobs()).hasSize(3);
            TraceSummary summary = trace.summary();
            assertThat(summary.badLines()).isEqualTo(1);
            BadLine bad = summary.firstBadLines().get(0);
            assertThat(bad.toString()).startsWith("x.log, line 3: ").contains("must ");
            assertThat(bad.field()).isNotEmpty();
            assertThat(bad.value()).hasSizeLessThan(100).contains(kind.value(format));
        }
    }

    @ParameterizedTest
    @EnumSource(TraceFormat.class)
    void aLineInLatin1IsReadWithAWarning(TraceFormat format) throws IOException {
        byte[] latin = (BadInputTest.good(format) + " \u00e9").getBytes(ISO_8859_1);
        try (Trace trace =
                open(format, between(format, BadInputTest.good(format).getBytes(ISO_8859_1)))) {
            assertThat(trace.jobs()).hasSize(4);
            assertThat(trace.summary().badLines()).isZero();
        }
        try (Trace trace = open(format, between(format, latin))) {
            assertThat(trace.jobs()).hasSizeGreaterThanOrEqualTo(3);
            assertThat(trace.summary().warnings())
                    .contains("1 line is not in UTF-8 and read as Latin-1; the first is line 3");
        }
    }

    @ParameterizedTest
    @EnumSource(TraceFormat.class)
    void aByteOrderMarkIsLeftOut(TraceFormat format) throws IOException {
        try (Trace trace = open(null, ("\uFEFF" + BadInputTest.good(format)).getBytes(UTF_8))) {
            assertThat(trace.format()).isEqualTo(format);
            assertThat(trace.jobs()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(TraceFormat.class)
    void aFileInUtf16IsRefusedWithTheRule(TraceFormat format) throws IOException {
        byte[] file = (BadInputTest.good(format) + "\n" + BadInputTest.good(format) + "\n").getBytes(UTF_16);

        assertThatThrownBy(() -> open(null, file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("x.log: must be text in UTF-8, but its first lines have bytes 0, as UTF-16 has");
        try (Trace trace = open(format, file)) {
            assertThat(trace.jobs()).isEmpty();
            assertThat(trace.summary().firstBadLines())
                    .hasSizeGreaterThanOrEqualTo(2)
                    .allSatisfy(bad -> assertThat(bad.rule()).isEqualTo("must be text in UTF-8, but has a byte 0"));
        }
    }

    /** Two good lines, the bad one, and a good one. */
    private static byte[] between(TraceFormat format, byte[] line) {
        byte[] good = (BadInputTest.good(format) + "\n").getBytes(UTF_8);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(good);
        file.writeBytes(good);
        file.writeBytes(line);
        file.write('\n');
        file.writeBytes(good);
        return file.toByteArray();
    }

    private static Trace open(@Nullable TraceFormat format, byte[] bytes) throws IOException {
        return TraceFormat.open(format, "x.log", new ByteArrayInputStream(bytes), OPTIONS);
    }
}
