package io.fairway.core.usage;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * A period of consumption at one rate.
 *
 * @param start epoch milliseconds
 * @param end epoch milliseconds, after {@code start}; {@link #OPEN} while it continues
 * @param rate TRES in units of 2^-40 (see {@link Rate}); negative in a retraction
 */
public record Segment(long start, long end, long rate) implements Use {
    private static final BigInteger CHUNK = BigInteger.ONE.shiftLeft(62);

    /** The end of an open segment. */
    public static final long OPEN = Long.MAX_VALUE;

    public Segment {
        if (end <= start) {
            throw new IllegalArgumentException("segment end " + end + ": must be after its start " + start);
        }
    }

    /**
     * A period at a rate that may need several segments, because one holds less than 2^23 TRES.
     *
     * @param start epoch milliseconds
     * @param end epoch milliseconds; {@link #OPEN} while it continues
     * @param units the rate in units of 2^-40 TRES; none at 0 or less
     */
    public static List<Segment> of(long start, long end, BigInteger units) {
        List<Segment> segments = new ArrayList<>(1);
        for (BigInteger left = units; left.signum() > 0; left = left.subtract(CHUNK)) {
            segments.add(new Segment(start, end, left.min(CHUNK).longValueExact()));
        }
        return segments;
    }

    /** Whether it continues: its end is {@link #OPEN}. */
    public boolean isOpen() {
        return end == OPEN;
    }

    @Override
    public Segment negated() {
        return new Segment(start, end, -rate);
    }
}
