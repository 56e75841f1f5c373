package io.fairway.core.usage;

/**
 * A period of consumption at one rate.
 *
 * @param start epoch milliseconds
 * @param end epoch milliseconds, after {@code start}; {@link #OPEN} while it continues
 * @param rate TRES in units of 2^-40 (see {@link Rate}); negative in a retraction
 */
public record Segment(long start, long end, long rate) implements Use {
    /** The end of an open segment. */
    public static final long OPEN = Long.MAX_VALUE;

    public Segment {
        if (end <= start) {
            throw new IllegalArgumentException("segment end " + end + ": must be after its start " + start);
        }
    }

    public boolean isOpen() {
        return end == OPEN;
    }

    @Override
    public Segment negated() {
        return new Segment(start, end, -rate);
    }
}
