package io.fairway.engine.store;

import io.fairway.core.ledger.JobState;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Wide;
import io.fairway.core.usage.WindowRow;
import io.fairway.schedulers.moab.WindowRing;
import io.fairway.schedulers.moab.Windowing;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The binary form of stored state. The first byte is the version of the form. Before Fairway writes a new form, an
 * earlier release must be able to read it, so that an upgrade can be rolled back.
 */
public final class StateCodec {
    private static final int VERSION = 1;

    /** The form of sums beyond 192 bits, which only absurd charges reach. Everything else stays in form 1. */
    private static final int WIDE_VERSION = 2;

    /** The form of lines whose decay law changed: the sums are as in form 2. All other lines stay in forms 1 and 2. */
    private static final int LAWS_VERSION = 3;

    /** Bytes of a fact in the stored state of a job, without its texts and resources. */
    private static final int FACT_BYTES = 56;

    private StateCodec() {}

    /** Writes one value. */
    private interface Body {
        void write(DataOutputStream out) throws IOException;
    }

    /** Reads one value of a form. */
    private interface Reader<T> {
        T read(DataInputStream in, int version) throws IOException;
    }

    /** The most bytes that a fact adds to the stored state of its job. */
    public static long mostBytes(JobFact fact) {
        long chars = characters(fact.attributes().requested()) + characters(fact.allocated());
        for (String text : fact.attributes().values().values()) {
            chars += text.length() + 1;
        }
        return FACT_BYTES + 3 * chars;
    }

    private static long characters(Tres tres) {
        long chars = 0;
        for (Map.Entry<String, BigDecimal> count : tres.counts().entrySet()) {
            chars += count.getKey().length() + count.getValue().toString().length() + 2;
        }
        return chars;
    }

    public static byte[] encode(JobState state) {
        return encoded(VERSION, out -> {
            out.writeLong(state.asOf());
            out.writeInt(state.facts().size());
            for (JobFact fact : state.facts()) {
                write(out, fact);
            }
        });
    }

    public static JobState decodeJob(byte[] bytes) {
        return decoded("job state", bytes, (in, version) -> {
            long asOf = in.readLong();
            int size = in.readInt();
            List<JobFact> facts = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                facts.add(readFact(in));
            }
            return new JobState(facts, asOf);
        });
    }

    public static byte[] encode(Line line) {
        boolean[] fits = {line.rate().fits192()};
        line.forEachSum((epoch, sum) -> fits[0] &= sum.fits192());
        int version = line.laterLaws() > 0 ? LAWS_VERSION : version(fits[0]);
        return encoded(version, out -> {
            write(out, version, line.firstRate());
            out.writeLong(line.since());
            out.writeByte(line.epochs());
            line.forEachSum((epoch, sum) -> writeSum(out, version, epoch, sum));
            if (version == LAWS_VERSION) {
                out.writeShort(line.laterLaws());
                for (Line.Later later : line.later()) {
                    out.writeLong(later.start());
                    write(out, version, later.rate());
                    out.writeByte(later.sums().size());
                    later.sums().forEach((epoch, sum) -> writeSum(out, version, epoch, sum));
                }
            }
        });
    }

    private static void writeSum(DataOutputStream out, int version, long epoch, Wide sum) {
        try {
            out.writeLong(epoch);
            write(out, version, sum);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Line decodeLine(byte[] bytes) {
        return decoded("line", bytes, LAWS_VERSION, (in, version) -> {
            Wide rate = readWide(in, version);
            long since = in.readLong();
            Line line = Line.restore(rate, since, readSums(in, version));
            int laws = version == LAWS_VERSION ? in.readUnsignedShort() : 0;
            for (int i = 0; i < laws; i++) {
                line.restoreLater(new Line.Later(in.readLong(), readWide(in, version), readSums(in, version)));
            }
            return line;
        });
    }

    private static SortedMap<Long, Wide> readSums(DataInputStream in, int version) throws IOException {
        int epochs = in.readUnsignedByte();
        SortedMap<Long, Wide> sums = new TreeMap<>();
        for (int i = 0; i < epochs; i++) {
            long epoch = in.readLong();
            sums.put(epoch, readWide(in, version));
        }
        return sums;
    }

    public static byte[] encode(WindowRow row) {
        int version = version(row.change().fits192() && row.moment().fits192());
        return encoded(version, out -> {
            write(out, version, row.change());
            write(out, version, row.moment());
        });
    }

    public static WindowRow decodeRow(byte[] bytes) {
        return decoded(
                "window row", bytes, (in, version) -> new WindowRow(readWide(in, version), readWide(in, version)));
    }

    public static byte[] encode(WindowRing ring) {
        boolean[] fits = {ring.rate().fits192()};
        ring.forEachRow((index, back, sum) -> fits[0] &= back.fits192() && sum.fits192());
        int version = version(fits[0]);
        return encoded(version, out -> {
            out.writeLong(ring.windowing().intervalMillis());
            out.writeShort(ring.windowing().depth());
            write(out, version, ring.rate());
            out.writeLong(ring.newest());
            ring.forEachRow((index, back, sum) -> {
                try {
                    out.writeBoolean(true);
                    out.writeLong(index);
                    write(out, version, back);
                    write(out, version, sum);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            out.writeBoolean(false);
        });
    }

    public static WindowRing decodeRing(byte[] bytes) {
        return decoded("ring of windows", bytes, (in, version) -> {
            Windowing windowing = new Windowing(in.readLong(), in.readUnsignedShort());
            WindowRing ring = WindowRing.restore(windowing, readWide(in, version), in.readLong());
            while (in.readBoolean()) {
                ring.restoreRow(in.readLong(), readWide(in, version), readWide(in, version));
            }
            return ring;
        });
    }

    private static void write(DataOutputStream out, JobFact fact) throws IOException {
        out.writeByte(fact.type().code());
        out.writeLong(fact.time());
        out.writeLong(fact.sequence());
        out.writeLong(fact.run());
        out.writeInt(fact.sourceRank());
        out.writeInt(fact.revision());
        out.writeDouble(fact.cpuSeconds());
        out.writeLong(fact.epoch());
        Map<Attribute, String> values = fact.attributes().values();
        out.writeByte(values.size());
        for (Map.Entry<Attribute, String> value : values.entrySet()) {
            out.writeByte(value.getKey().code());
            out.writeUTF(value.getValue());
        }
        write(out, fact.attributes().requested());
        write(out, fact.allocated());
    }

    private static JobFact readFact(DataInputStream in) throws IOException {
        JobEventType type = JobEventType.ofCode(in.readUnsignedByte());
        long time = in.readLong();
        long sequence = in.readLong();
        long run = in.readLong();
        int rank = in.readInt();
        int revision = in.readInt();
        double cpu = in.readDouble();
        long epoch = in.readLong();
        int size = in.readUnsignedByte();
        EnumMap<Attribute, String> values = new EnumMap<>(Attribute.class);
        for (int i = 0; i < size; i++) {
            Attribute attribute = Attribute.ofCode(in.readUnsignedByte());
            values.put(attribute, in.readUTF());
        }
        JobAttributes attributes = JobAttributes.of(values, readTres(in));
        return new JobFact(type, time, sequence, run, rank, revision, attributes, readTres(in), cpu, epoch);
    }

    private static void write(DataOutputStream out, Tres tres) throws IOException {
        out.writeShort(tres.counts().size());
        for (Map.Entry<String, BigDecimal> count : tres.counts().entrySet()) {
            out.writeUTF(count.getKey());
            out.writeUTF(count.getValue().toString());
        }
    }

    private static Tres readTres(DataInputStream in) throws IOException {
        int size = in.readUnsignedShort();
        Map<String, BigDecimal> counts = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            String name = in.readUTF();
            counts.put(name, new BigDecimal(in.readUTF()));
        }
        return Tres.of(counts);
    }

    private static int version(boolean fits192) {
        return fits192 ? VERSION : WIDE_VERSION;
    }

    private static void write(DataOutputStream out, int version, Wide wide) throws IOException {
        if (version != VERSION) {
            out.writeLong(wide.top());
        }
        out.writeLong(wide.hi());
        out.writeLong(wide.mid());
        out.writeLong(wide.lo());
    }

    private static Wide readWide(DataInputStream in, int version) throws IOException {
        return version != VERSION
                ? Wide.ofWords(in.readLong(), in.readLong(), in.readLong(), in.readLong())
                : Wide.ofWords(in.readLong(), in.readLong(), in.readLong());
    }

    private static byte[] encoded(int version, Body body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(version);
            body.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static <T> T decoded(String what, byte[] bytes, Reader<T> reader) {
        return decoded(what, bytes, WIDE_VERSION, reader);
    }

    private static <T> T decoded(String what, byte[] bytes, int newest, Reader<T> reader) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readUnsignedByte();
            if (version < VERSION || version > newest) {
                throw new IllegalStateException("stored " + what + " has version " + version
                        + ": this version of Fairway reads " + VERSION + " to " + newest);
            }
            return reader.read(in, version);
        } catch (IOException e) {
            throw new UncheckedIOException("stored " + what + " of " + bytes.length + " bytes cannot be read", e);
        }
    }
}
