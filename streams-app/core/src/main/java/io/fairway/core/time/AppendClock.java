package io.fairway.core.time;

/**
 * The time that the records of one topic partition have shown, in the order of their offsets. It never goes back. A broker may
 * have a wrong clock, so a step needs two witnesses: the broker that appended the record, and the source that tells the fact.
 * It is a function of the records alone: whoever reads them again has the same clock.
 *
 * @param time epoch milliseconds; {@link Long#MIN_VALUE} = no record has shown any time
 */
public record AppendClock(long time) {
    /** No record was read. */
    public static final AppendClock NONE = new AppendClock(Long.MIN_VALUE);

    private boolean isNone() {
        return time == Long.MIN_VALUE;
    }

    /**
     * The clock after a record. An append time that is at most {@code skew} ahead of the clock is believed. A later one, as
     * after a pause or by a wrong clock, counts as far as the fact in the record was so late, too. The first one is believed if
     * its fact may count by it; else it shows nothing: the fact is too old, or the broker is ahead.
     *
     * @param appended append time of the record, epoch milliseconds
     * @param told time of its fact, epoch milliseconds
     * @param skew how far clocks may differ, milliseconds
     * @param horizon how much older than its append a fact may be, milliseconds
     */
    public AppendClock after(long appended, long told, long skew, long horizon) {
        if (isNone()) {
            return told < appended - horizon ? this : new AppendClock(appended);
        }
        long shown = appended <= time + skew ? appended : Math.min(appended, told);
        return shown > time ? new AppendClock(shown) : this;
    }

    /**
     * The instant from which facts of a record may be a horizon old: its append time, but no later than what is believed.
     *
     * @param appended append time of the record, which this clock has taken
     */
    public long earliest(long appended) {
        return isNone() ? appended : Math.min(time, appended);
    }

    /**
     * The instant that facts of a record may be ahead of: its append time, but no earlier than what others have shown.
     *
     * @param appended append time of the record
     */
    public long latest(long appended) {
        return Math.max(time, appended);
    }
}
