package io.fairway.engine.store;

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
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.Wide;
import io.fairway.core.usage.WindowRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
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
        assertThat(HexFormat.of().formatHex(StateCodec.encode(line()))).isEqualTo(kept.getProperty("line"));
    }

    /** 5 TRES for an hour without decay, and half of that a week later, as the law of T0 is a half-life of a week. */
    @Test
    void readsALineWhoseLawChanged() {
        byte[] stored = HexFormat.of().parseHex(kept("/stored/v3.properties").getProperty("line"));
        Line line = StateCodec.decodeLine(stored);
        DecayLaws laws = DecayLaws.of(new TreeMap<>(Map.of(0L, DecayLaw.none(), T0, LAW)));

        assertThat(line.later()).singleElement().satisfies(later -> {
            assertThat(later.start()).isEqualTo(T0);
            assertThat(later.rate()).isEqualTo(Wide.of(BigInteger.valueOf(3L << 40)));
            assertThat(later.sums()).isEqualTo(Map.of(43L, Wide.of(BigInteger.ONE.negate())));
        });
        assertThat(line.since()).isEqualTo(7);
        line.add(laws, new Segment(T0, Segment.OPEN, -(3L << 40)));
        assertThat(line.rate().isZero()).isTrue();
        assertThat(StateCodec.encode(StateCodec.decodeLine(stored))).isEqualTo(stored);
        Line idle = Line.restore(
                new Wide(),
                0,
                Map.of(0L, Wide.of(BigInteger.valueOf(5L * 3_600_000).shiftLeft(40))));
        assertThat(StateCodec.encode(idle)[0]).isEqualTo((byte) 1);
        assertThat(idle.usage(laws, T0 + 604_800_000)).isCloseTo(9000, within(1e-6));
    }

    @Test
    void readsAWindowThatWasStored() {
        WindowRow row = StateCodec.decodeRow(bytes("row"));

        assertThat(row.usage(new io.fairway.core.usage.Wide(), WindowRow.HOUR)).isEqualTo(4 * 3000.0);
        assertThat(HexFormat.of().formatHex(StateCodec.encode(row()))).isEqualTo(kept.getProperty("row"));
    }

    @Test
    void refusesAFormThatItDoesNotKnow() {
        byte[] newer = bytes("row");
        newer[0] = 3;

        assertThatIllegalStateException()
                .isThrownBy(() -> StateCodec.decodeRow(newer))
                .withMessage("stored window row has version 3: this version of Fairway reads 1 to 2");
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
                                .withRevision(2, 5)),
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

    /** Sums of absurd charges have a form of their own, and all others keep the first one. */
    @Test
    void keepsSumsBeyond192BitsInAFormOfTheirOwn() {
        Wide within = Wide.of(BigInteger.ONE.shiftLeft(191).subtract(BigInteger.ONE));
        Wide beyond = Wide.of(BigInteger.ONE.shiftLeft(191));
        for (Wide sum : List.of(within, beyond)) {
            Line line = Line.restore(new Wide(), 7, Map.of(3L, sum, 4L, Wide.of(BigInteger.TEN)));
            byte[] bytes = StateCodec.encode(line);
            assertThat(bytes[0]).isEqualTo((byte) (sum.equals(within) ? 1 : 2));
            assertThat(StateCodec.encode(StateCodec.decodeLine(bytes))).isEqualTo(bytes);
            Map<Long, Wide> read = new HashMap<>();
            StateCodec.decodeLine(bytes).forEachSum(read::put);
            assertThat(read).containsEntry(3L, sum);

            byte[] row = StateCodec.encode(new WindowRow(sum, sum));
            assertThat(row[0]).isEqualTo(bytes[0]);
            assertThat(StateCodec.decodeRow(row).moment()).isEqualTo(sum);
        }
    }
}
