package io.fairway.core.stored;

import io.fairway.core.ledger.JobState;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.Int256;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.WindowRing;
import io.fairway.core.usage.WindowRow;
import io.fairway.core.usage.Windowing;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The binary form of stored state. The first byte is the version of the form. Once a release has written a form, an
 * earlier release must be able to read the next one before Fairway writes it, so that an upgrade can be rolled back.
 */
public final class StateCodec {
    private static final int VERSION = 1;

    /** Bytes of a job's state before its facts: form, instant, number of facts. */
    private static final int HEAD_BYTES = 16;

    /** Bytes of a fact in the stored state of a job, without its texts and resources. */
    private static final int FACT_BYTES = 80;

    /** Bytes of an attribute, without its text. */
    private static final long TEXT_BYTES = 6;

    /** Bytes of a count of a resource, without its name and digits. */
    private static final long COUNT_BYTES = 12;

    // What a fact has beyond its type and time. What it does not have takes no bytes.
    private static final int HAS_SEQUENCE = 1;
    private static final int HAS_RUN = 1 << 1;
    private static final int HAS_RANK = 1 << 2;
    private static final int HAS_REVISION = 1 << 3;
    private static final int HAS_CPU = 1 << 4;
    private static final int HAS_EPOCH = 1 << 5;
    private static final int HAS_ATTRIBUTES = 1 << 6;
    private static final int HAS_ALLOCATED = 1 << 7;

    /** So many decimal digits always fit into a word. */
    private static final int LONG_DIGITS = 18;

    private StateCodec() {}

    /** The most bytes that a fact adds to the stored state of its job. */
    public static long mostBytes(JobFact fact) {
        JobAttributes attributes = fact.attributes();
        return FACT_BYTES
                + 3L * attributes.length()
                + TEXT_BYTES * attributes.size()
                + mostBytes(attributes.requested())
                + mostBytes(fact.allocated());
    }

    /** The most bytes of the stored state of a job. */
    public static long mostBytes(JobState state) {
        long bytes = HEAD_BYTES;
        for (JobFact fact : state.facts()) {
            bytes += mostBytes(fact);
        }
        return bytes;
    }

    private static long mostBytes(Tres tres) {
        // A digit takes less than half a byte, in a whole number of bytes.
        return 3L * tres.length() + COUNT_BYTES * tres.size();
    }

    /** A job with its facts. */
    public static byte[] encode(JobState state) {
        StateOutput out = StateOutput.empty();
        write(out, state);
        return out.take();
    }

    static void write(StateOutput out, JobState state) {
        out.octet(VERSION);
        out.signed(state.asOf());
        List<JobFact> facts = state.facts();
        out.number(facts.size());
        long before = 0;
        for (int i = 0; i < facts.size(); i++) {
            JobFact fact = facts.get(i);
            write(out, fact, before);
            before = fact.time();
        }
    }

    /**
     * The job of its binary form.
     *
     * @throws IllegalStateException if the bytes are of another version, or damaged
     */
    public static JobState decodeJob(byte[] bytes) {
        return decodeJob(bytes, 0);
    }

    static JobState decodeJob(byte[] bytes, int from) {
        StateInput in = input("job state", bytes, from);
        long asOf = in.signed();
        int size = in.count();
        List<JobFact> facts = new ArrayList<>(size);
        long before = 0;
        for (int i = 0; i < size; i++) {
            JobFact fact = readFact(in, before);
            facts.add(fact);
            before = fact.time();
        }
        return new JobState(facts, asOf);
    }

    static void write(StateOutput out, Line line, boolean sent) {
        out.octet(VERSION);
        out.octet(sent ? 1 : 0);
        out.wide(line.firstRate());
        out.signed(line.since());
        out.number(line.epochs());
        line.forEachSum((epoch, sum) -> writeSum(out, epoch, sum));
        out.number(line.laterLaws());
        if (line.laterLaws() > 0) {
            for (Line.Later later : line.later()) {
                out.signed(later.start());
                out.wide(later.rate());
                out.number(later.sums().size());
                later.sums().forEach((epoch, sum) -> writeSum(out, epoch, sum));
            }
        }
    }

    private static void writeSum(StateOutput out, long epoch, Int256 sum) {
        out.signed(epoch);
        out.wide(sum);
    }

    /**
     * The line of its binary form.
     *
     * @throws IllegalStateException if the bytes are of another version, or damaged
     */
    public static Line decodeLine(byte[] bytes) {
        StateInput in = input("line", bytes, 0);
        in.octet();
        return readLine(in);
    }

    static Line readLine(StateInput in) {
        Int256 rate = in.wide();
        long since = in.signed();
        Line line = Line.restore(rate, since, readSums(in));
        int laws = in.count();
        for (int i = 0; i < laws; i++) {
            line.restoreLater(new Line.Later(in.signed(), in.wide(), readSums(in)));
        }
        return line;
    }

    /** Goes on to what follows a line. */
    static void skipLine(StateInput in) {
        in.skipWide();
        in.signed();
        skipSums(in);
        for (int laws = in.count(); laws > 0; laws--) {
            in.signed();
            in.skipWide();
            skipSums(in);
        }
    }

    private static void skipSums(StateInput in) {
        for (int epochs = in.count(); epochs > 0; epochs--) {
            in.signed();
            in.skipWide();
        }
    }

    /** Whether the usage record of a stored line or ring says the same. */
    public static boolean isSent(byte[] bytes) {
        return input("usage", bytes, 0).octet() == 1;
    }

    /** The same stored line or ring as if it was not sent. */
    public static byte[] unsent(byte[] bytes) {
        byte[] unsent = bytes.clone();
        unsent[1] = 0;
        return unsent;
    }

    private static SortedMap<Long, Int256> readSums(StateInput in) {
        int epochs = in.count();
        SortedMap<Long, Int256> sums = new TreeMap<>();
        for (int i = 0; i < epochs; i++) {
            long epoch = in.signed();
            sums.put(epoch, in.wide());
        }
        return sums;
    }

    /** A row of an hour or a day. */
    public static byte[] encode(WindowRow row) {
        StateOutput out = StateOutput.empty();
        out.octet(VERSION);
        out.wide(row.change());
        out.wide(row.moment());
        return out.take();
    }

    /**
     * The row of its binary form.
     *
     * @throws IllegalStateException if the bytes are of another version, or damaged
     */
    public static WindowRow decodeRow(byte[] bytes) {
        StateInput in = input("window row", bytes, 0);
        return new WindowRow(in.wide(), in.wide());
    }

    /** A ring, and whether its usage record says the same. */
    public static byte[] encode(WindowRing ring, boolean sent) {
        StateOutput out = StateOutput.empty();
        out.octet(VERSION);
        out.octet(sent ? 1 : 0);
        out.number(ring.windowing().intervalMillis());
        out.number(ring.windowing().depth());
        out.wide(ring.rate());
        out.signed(ring.newest());
        ring.forEachRow((index, back, sum) -> {
            out.octet(1);
            out.signed(index);
            out.wide(back);
            out.wide(sum);
        });
        out.octet(0);
        return out.take();
    }

    /**
     * The ring of its binary form.
     *
     * @throws IllegalStateException if the bytes are of another version, or damaged
     */
    public static WindowRing decodeRing(byte[] bytes) {
        StateInput in = input("ring of windows", bytes, 0);
        in.octet();
        Windowing windowing = new Windowing(in.number(), (int) in.number());
        WindowRing ring = WindowRing.restore(windowing, in.wide(), in.signed());
        while (in.octet() == 1) {
            ring.restoreRow(in.signed(), in.wide(), in.wide());
        }
        return ring;
    }

    /** @param before the time of the fact before it */
    private static void write(StateOutput out, JobFact fact, long before) {
        int has = (fact.sequence() != 0 ? HAS_SEQUENCE : 0)
                | (fact.run() != JobFact.NO_RUN ? HAS_RUN : 0)
                | (fact.sourcePrecedence() != 0 ? HAS_RANK : 0)
                | (fact.revision() != 0 ? HAS_REVISION : 0)
                | (!Double.isNaN(fact.cpuSeconds()) ? HAS_CPU : 0)
                | (fact.epoch() != 0 ? HAS_EPOCH : 0)
                | (!fact.attributes().isEmpty() ? HAS_ATTRIBUTES : 0)
                | (!fact.allocated().isEmpty() ? HAS_ALLOCATED : 0);
        out.octet(fact.type().code());
        out.octet(has);
        out.signed(fact.time() - before);
        if ((has & HAS_SEQUENCE) != 0) {
            out.signed(fact.sequence());
        }
        if ((has & HAS_RUN) != 0) {
            out.signed(fact.time() - fact.run());
        }
        if ((has & HAS_RANK) != 0) {
            out.signed(fact.sourcePrecedence());
        }
        if ((has & HAS_REVISION) != 0) {
            out.signed(fact.revision());
        }
        if ((has & HAS_CPU) != 0) {
            out.word(Double.doubleToRawLongBits(fact.cpuSeconds()));
        }
        if ((has & HAS_EPOCH) != 0) {
            out.signed(fact.epoch());
        }
        if ((has & HAS_ATTRIBUTES) != 0) {
            out.number(fact.attributes().size());
            fact.attributes().forEach((attribute, value) -> {
                out.octet(attribute.code());
                out.text(value);
            });
            write(out, fact.attributes().requested());
        }
        if ((has & HAS_ALLOCATED) != 0) {
            write(out, fact.allocated());
        }
    }

    private static JobFact readFact(StateInput in, long before) {
        JobEventType type = JobEventType.ofCode(in.octet());
        int has = in.octet();
        long time = before + in.signed();
        long sequence = (has & HAS_SEQUENCE) != 0 ? in.signed() : 0;
        long run = (has & HAS_RUN) != 0 ? time - in.signed() : JobFact.NO_RUN;
        int rank = (has & HAS_RANK) != 0 ? (int) in.signed() : 0;
        int revision = (has & HAS_REVISION) != 0 ? (int) in.signed() : 0;
        double cpu = (has & HAS_CPU) != 0 ? Double.longBitsToDouble(in.word()) : Double.NaN;
        long epoch = (has & HAS_EPOCH) != 0 ? in.signed() : 0;
        JobAttributes attributes = (has & HAS_ATTRIBUTES) != 0 ? readAttributes(in) : JobAttributes.NONE;
        Tres allocated = (has & HAS_ALLOCATED) != 0 ? readTres(in) : Tres.NONE;
        return new JobFact(type, time, sequence, run, rank, revision, attributes, allocated, cpu, epoch);
    }

    private static JobAttributes readAttributes(StateInput in) {
        int size = in.count();
        EnumMap<Attribute, String> values = new EnumMap<>(Attribute.class);
        for (int i = 0; i < size; i++) {
            Attribute attribute = Attribute.ofCode(in.octet());
            values.put(attribute, in.text());
        }
        return JobAttributes.of(values, readTres(in));
    }

    private static void write(StateOutput out, Tres tres) {
        out.number(tres.size());
        tres.forEach((name, count) -> {
            out.text(name);
            write(out, count);
        });
    }

    private static Tres readTres(StateInput in) {
        int size = in.count();
        if (size == 0) {
            return Tres.NONE;
        }
        Map<String, BigDecimal> counts = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            String name = in.text();
            counts.put(name, readDecimal(in));
        }
        return Tres.of(counts);
    }

    /** A decimal number: its scale with a bit that says whether it needs more than one word, and its digits. */
    private static void write(StateOutput out, BigDecimal number) {
        if (number.scale() == 0 && number.precision() <= LONG_DIGITS) {
            out.signed(0);
            out.signed(number.longValue());
            return;
        }
        BigInteger digits = number.unscaledValue();
        boolean large = digits.bitLength() >= Long.SIZE;
        out.signed((long) number.scale() << 1 | (large ? 1 : 0));
        if (large) {
            out.octets(digits.toByteArray());
        } else {
            out.signed(digits.longValue());
        }
    }

    private static BigDecimal readDecimal(StateInput in) {
        long scale = in.signed();
        return (scale & 1) == 0
                ? BigDecimal.valueOf(in.signed(), (int) (scale >> 1))
                : new BigDecimal(new BigInteger(in.octets()), (int) (scale >> 1));
    }

    static StateInput input(String what, byte[] bytes, int from) {
        int version = bytes.length > from ? bytes[from] : 0;
        if (version != VERSION) {
            throw new IllegalStateException("stored " + what + " of " + bytes.length + " bytes has version " + version
                    + ": this version of Fairway reads " + VERSION);
        }
        return new StateInput(what, bytes, from + 1);
    }
}
