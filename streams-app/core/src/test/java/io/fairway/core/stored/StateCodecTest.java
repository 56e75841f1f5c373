package io.fairway.core.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fairway.core.ledger.JobState;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.Int256;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.WindowRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Stored state stays readable. The file {@code stored/v1.properties} holds values in the form of version 1. A later
 * version gets a file of its own, and this one stays.
 */
class StateCodecTest {
    private static final long T0 = 1_700_002_800_000L;
    private static final DecayLaw LAW = DecayLaw.halfLife(604_800_000);

    private final Properties kept = kept("/stored/v1.properties");

    @Test
    void readsAJobThatWasStored() {
        assertThat(StateCodec.decodeJob(bytes("job"))).isEqualTo(job());
        assertThat(HexFormat.of().formatHex(StateCodec.encode(job()))).isEqualTo(kept.getProperty("job"));
    }

    @Test
    void readsALineThatWasStored() {
        Line line = StateCodec.decodeLine(bytes("line"));

        assertThat(line.since()).isEqualTo(T0 - 1000);
        // 3 TRES for a past hour, then 5 that still run, at the end of the second hour
        double lambda = Math.log(2) / 604_800;
        double decay = Math.exp(-lambda * 3600);
        double expected = 3 * (1 - decay) / lambda * decay + 5 * (1 - decay) / lambda;
        assertThat(line.usage(LAW, T0 + 7_200_000)).isCloseTo(expected, within(expected * 1e-12));
        assertThat(HexFormat.of().formatHex(StoredLine.of(line()).bytes())).isEqualTo(kept.getProperty("line"));
    }

    /** 5 TRES for an hour without decay, and half of that a week later, as the law of T0 is a half-life of a week. */
    @Test
    void readsALineWhoseLawChanged() {
        byte[] stored = bytes("laws");
        Line line = StateCodec.decodeLine(stored);
        DecayLaws laws = DecayLaws.of(new TreeMap<>(Map.of(0L, DecayLaw.none(), T0, LAW)));

        assertThat(line.later()).singleElement().satisfies(later -> {
            assertThat(later.start()).isEqualTo(T0);
            assertThat(later.rate()).isEqualTo(Int256.of(BigInteger.valueOf(3L << 40)));
            assertThat(later.sums()).isEqualTo(Map.of(43L, Int256.of(BigInteger.ONE.negate())));
        });
        assertThat(line.since()).isEqualTo(7);
        line.add(laws, new Segment(T0, Segment.OPEN, -(3L << 40)));
        assertThat(line.rate().isZero()).isTrue();
        assertThat(StoredLine.of(StateCodec.decodeLine(stored)).bytes()).isEqualTo(stored);
        Line idle = Line.restore(
                new Int256(),
                0,
                Map.of(0L, Int256.of(BigInteger.valueOf(5L * 3_600_000).shiftLeft(40))));
        assertThat(idle.usage(laws, T0 + 604_800_000)).isCloseTo(9000, within(1e-6));
    }

    @Test
    void readsAWindowThatWasStored() {
        WindowRow row = StateCodec.decodeRow(bytes("row"));

        assertThat(row.usage(new io.fairway.core.usage.Int256(), WindowRow.HOUR))
                .isEqualTo(4 * 3000.0);
        assertThat(HexFormat.of().formatHex(StateCodec.encode(row()))).isEqualTo(kept.getProperty("row"));
    }

    @Test
    void refusesAFormThatItDoesNotKnow() {
        byte[] newer = bytes("row");
        newer[0] = 2;

        assertThatIllegalStateException()
                .isThrownBy(() -> StateCodec.decodeRow(newer))
                .withMessage("stored window row of 19 bytes has version 2: this version of Fairway reads 1");
    }

    private static JobState job() {
        JobAttributes attributes = JobAttributes.of(
                Map.of(Attribute.ACCOUNT, "phÿsics", Attribute.USER, "anna", Attribute.TIME_LIMIT, "3600"),
                Tres.cpus(4));
        return new JobState(
                List.of(
                        JobFact.of(JobEventType.SUBMITTED, T0, JobFact.NO_RUN).withAttributes(attributes),
                        JobFact.of(JobEventType.STARTED, T0 + 1, T0 + 1)
                                .withAllocated(Tres.cpus(4))
                                .withSequence(7),
                        JobFact.of(JobEventType.FINISHED, T0 + 9, T0 + 1)
                                .withCpu(0.125, 3)
                                .withSourcePrecedence(2)
                                .withRevision(5)),
                T0 + 10);
    }

    private static Line line() {
        Line line = new Line();
        line.reset(LAW, T0 - 1000);
        line.add(LAW, new Segment(T0, T0 + 3_600_000, 3L << 40));
        line.add(LAW, new Segment(T0 + 3_600_000, Segment.OPEN, 5L << 40));
        return line;
    }

    private static WindowRow row() {
        WindowRow row = new WindowRow();
        row.add(4L << 40, 600_000);
        return row;
    }

    private static org.assertj.core.data.Offset<Double> within(double offset) {
        return org.assertj.core.data.Offset.offset(offset);
    }

    private byte[] bytes(String name) {
        return HexFormat.of().parseHex(Objects.requireNonNull(kept.getProperty(name), name));
    }

    private static Properties kept(String resource) {
        Properties properties = new Properties();
        try (var in = Objects.requireNonNull(StateCodecTest.class.getResourceAsStream(resource), resource)) {
            properties.load(new java.io.InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }

    /** A sum takes the words that it needs: a sign in the highest bit of a word needs no word of its own. */
    @Test
    void keepsSumsOfAnySize() {
        for (int bit = 0; bit < Int256.BITS; bit++) {
            BigInteger power = BigInteger.ONE.shiftLeft(bit);
            for (BigInteger number : List.of(power, power.negate(), power.subtract(BigInteger.ONE), power.not())) {
                if (number.bitLength() >= Int256.BITS) {
                    continue;
                }
                Int256 sum = Int256.of(number);
                byte[] row = StateCodec.encode(new WindowRow(sum, new Int256()));
                assertThat(StateCodec.decodeRow(row).change()).isEqualTo(sum);
                int low = number.signum() == 0 ? 0 : number.getLowestSetBit() / 64;
                int words = number.signum() == 0 ? 0 : number.bitLength() / 64 + 1 - low;
                assertThat(row).as(number.toString()).hasSize(1 + 1 + 8 * words + 1);
            }
        }
    }

    /** The scale, whether the digits are more than a word, and the digits; of a word as 0, -1, 1, -2 ... in groups of seven bits. */
    @Test
    void writesCountsAsTheirDigits() {
        for (int zeros = 0; zeros < 25; zeros++) {
            for (BigInteger digits : List.of(BigInteger.TEN.pow(zeros), BigInteger.ONE.shiftLeft(3 * zeros))) {
                for (int scale = -3; scale <= 3; scale++) {
                    for (BigDecimal count : List.of(
                            new BigDecimal(digits, scale),
                            new BigDecimal(digits.negate(), scale),
                            new BigDecimal(digits.subtract(BigInteger.ONE), scale),
                            new BigDecimal(digits.not(), scale))) {
                        Tres tres = Tres.of(Map.of("c", count));
                        byte[] job = StateCodec.encode(new JobState(
                                List.of(JobFact.of(JobEventType.STARTED, T0, T0).withAllocated(tres)), T0));
                        String expected = digits(count.stripTrailingZeros());
                        assertThat(HexFormat.of().formatHex(job))
                                .as(count.toString())
                                .endsWith("010163" + expected);
                        assertThat(StateCodec.decodeJob(job).facts().get(0).allocated())
                                .isEqualTo(tres);
                    }
                }
            }
        }
    }

    private static String digits(BigDecimal count) {
        BigInteger digits = count.unscaledValue();
        boolean large = digits.bitLength() > 63;
        byte[] bytes = digits.toByteArray();
        return groups(BigInteger.valueOf(2L * count.scale() + (large ? 1 : 0)))
                + (large ? String.format("%02x", bytes.length) + HexFormat.of().formatHex(bytes) : groups(digits));
    }

    private static String groups(BigInteger number) {
        BigInteger left =
                number.signum() < 0 ? number.negate().shiftLeft(1).subtract(BigInteger.ONE) : number.shiftLeft(1);
        StringBuilder hex = new StringBuilder();
        for (; left.bitLength() > 7; left = left.shiftRight(7)) {
            hex.append(String.format("%02x", (left.intValue() & 0x7f) | 0x80));
        }
        return hex.append(String.format("%02x", left.intValue())).toString();
    }

    @Test
    void keepsWhetherALineWasSent() {
        byte[] sent = new StoredLine(line(), true, OpenRows.NONE).bytes();
        byte[] unsent = StoredLine.of(line()).bytes();

        assertThat(StateCodec.isSent(sent)).isTrue();
        assertThat(StateCodec.isSent(unsent)).isFalse();
        assertThat(StoredLine.of(StateCodec.decodeLine(sent)).bytes()).isEqualTo(unsent);
        assertThat(StateCodec.unsent(sent)).isEqualTo(unsent);
    }

    /** A line without rows has the form that it had before lines held rows. */
    @Test
    void aLineHoldsItsNewestRows() {
        WindowRow hour = row();
        WindowRow day = new WindowRow();
        day.add(-3, 7);
        byte[] stored = new StoredLine(line(), true, new OpenRows(new OpenRow(T0, hour), new OpenRow(0, day))).bytes();

        StoredLine read = StoredLine.read(stored);

        assertThat(read.sent()).isTrue();
        assertThat(StoredLine.of(read.line()).bytes()).isEqualTo(bytes("line"));
        assertThat(StoredLine.of(StateCodec.decodeLine(stored)).bytes()).isEqualTo(bytes("line"));
        OpenRow readHour = Objects.requireNonNull(read.rows().hour());
        assertThat(readHour.start()).isEqualTo(T0);
        assertThat(StateCodec.encode(readHour.row())).isEqualTo(bytes("row"));
        OpenRow readDay = Objects.requireNonNull(read.rows().day());
        assertThat(readDay.start()).isEqualTo(0);
        assertThat(readDay.row().change().toBigInteger()).isEqualTo(-3);
        assertThat(readDay.row().moment().toBigInteger()).isEqualTo(-21);
        assertThat(StoredLine.read(bytes("line"))).satisfies(old -> {
            assertThat(old.rows()).isEqualTo(OpenRows.NONE);
            assertThat(old.bytes()).isEqualTo(bytes("line"));
        });
    }

    /** Whoever has a line in memory reads past the stored one: rates, epochs and later laws take as many bytes as they need. */
    @Test
    void theRowsOfALineAreReadWithoutTheLine() {
        OpenRows rows = new OpenRows(new OpenRow(T0, row()), null);
        Line twoLaws = StateCodec.decodeLine(bytes("laws"));
        for (Line line : List.of(new Line(), line(), twoLaws)) {
            byte[] stored = new StoredLine(line, true, rows).bytes();

            OpenRows read = StoredLine.readRows(stored);

            OpenRow hour = Objects.requireNonNull(read.hour());
            assertThat(hour.start()).isEqualTo(T0);
            assertThat(StateCodec.encode(hour.row())).isEqualTo(bytes("row"));
            assertThat(read.day()).isNull();
            assertThat(StoredLine.readRows(StoredLine.of(line).bytes())).isEqualTo(OpenRows.NONE);
            for (int length = 0; length < stored.length; length++) {
                byte[] cut = Arrays.copyOf(stored, length);
                if (length != StoredLine.of(line).bytes().length) {
                    assertThatIllegalStateException().isThrownBy(() -> StoredLine.readRows(cut));
                }
            }
        }
    }

    /** The bound holds for numbers and texts of the largest size: three bytes a character, ten a number. */
    @Test
    void boundsTheBytesOfAFact() {
        JobFact fact = new JobFact(
                JobEventType.FINISHED,
                Long.MIN_VALUE,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                Integer.MIN_VALUE,
                Integer.MIN_VALUE,
                JobAttributes.of(
                        Map.of(Attribute.ACCOUNT, "\u20ac".repeat(99), Attribute.USER, "", Attribute.REASON, "x"),
                        Tres.of(Map.of(
                                "\u20ac", new BigDecimal("-9223372036854775807e-2000000000"), "b", BigDecimal.ONE))),
                Tres.of(Map.of(
                        "gres", new BigDecimal(BigInteger.ONE.shiftLeft(400).subtract(BigInteger.ONE)))),
                1.5,
                Long.MIN_VALUE);
        JobState state = new JobState(List.of(fact), Long.MIN_VALUE);
        byte[] bytes = StateCodec.encode(state);

        JobState plain =
                new JobState(List.of(fact.withAttributes(JobAttributes.NONE).withAllocated(Tres.NONE)), Long.MIN_VALUE);

        assertThat((long) StateCodec.encode(plain).length).isLessThanOrEqualTo(StateCodec.mostBytes(plain));
        assertThat(StateCodec.decodeJob(bytes)).isEqualTo(state);
        assertThat((long) bytes.length).isLessThanOrEqualTo(StateCodec.mostBytes(state));
    }

    @Test
    void namesWhatCannotBeRead() {
        byte[] job = bytes("job");

        assertThatIllegalStateException()
                .isThrownBy(() -> StateCodec.decodeJob(Arrays.copyOf(job, job.length - 1)))
                .withMessage("stored job state of " + (job.length - 1) + " bytes ends before it is complete");
    }
}
