package io.fairway.simulator.law;

import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.schedule.Site;

/**
 * The time that the records of one topic have shown, as {@code docs/state.md} says it under "When an append time is wrong": an append
 * time that is more than the skew ahead counts only as far as the event in the record says so, too. What the writer of a record says
 * shows nothing. Before the first event, the records that say nothing to this partition show the time; else the append time of the
 * first event does if that event is not too old by it.
 */
final class ShownTime {
    static final long NOTHING = Long.MIN_VALUE;

    /** A larger time of a writer is not kept: the year 5138. */
    private static final long LAST_SECOND = 99_999_999_999L;

    private long taken = NOTHING;
    private long passed = NOTHING;
    private boolean begun;

    long time() {
        return begun ? taken : passed;
    }

    /** Takes a record with a fact of an instant, epoch milliseconds. */
    void take(LogEntry entry, long told, long horizon) {
        if (entry.writers()) {
            return;
        }
        long time = time();
        long shown = entry.appended();
        if (time == NOTHING) {
            shown = told < shown - horizon ? NOTHING : shown;
        } else if (shown - time > Site.SKEW) {
            shown = Math.min(shown, told);
        }
        taken = Math.max(time, shown);
        begun = true;
    }

    /** A record is behind, whatever it said. */
    void pass(LogEntry entry) {
        if (!entry.writers()) {
            passed = Math.max(passed, entry.appended());
        }
    }

    /** Whether a fact is too old for a record, which is taken by now. */
    boolean isTooOld(LogEntry entry, long told, long horizon) {
        long time = time();
        if (time == NOTHING) {
            return true;
        }
        long present = entry.writers() ? time : Math.min(time, entry.appended());
        return told < present - horizon;
    }

    /** Whether a fact is too far ahead of a record. */
    boolean isTooNew(LogEntry entry, long told) {
        long stamp = entry.writers()
                ? Math.min(Math.max(0, entry.appended()) / 1_000, LAST_SECOND) * 1_000
                : entry.appended();
        return told > Math.max(time(), stamp) + Site.SKEW;
    }
}
