package io.fairway.engine.store;

import io.fairway.core.usage.Line;
import io.fairway.core.usage.WindowRow;
import org.jspecify.annotations.Nullable;

/**
 * A line as it is stored: one record for all that an event changes of an association.
 *
 * @param sent whether its usage record says the same
 * @param hour its newest hour; null if there is none
 * @param day its newest day; null if there is none
 */
public record StoredLine(
        Line line,
        boolean sent,
        @Nullable OpenRow hour,
        @Nullable OpenRow day) {
    /** A line without rows. */
    public static StoredLine of(Line line) {
        return new StoredLine(line, false, null, null);
    }

    /** The same rows with a line as it is now. */
    public StoredLine with(Line now, boolean isSent) {
        return new StoredLine(now, isSent, hour, day);
    }

    /** The stored form. */
    public byte[] bytes() {
        StateOutput out = StateOutput.empty();
        StateCodec.write(out, line, sent);
        if (hour != null || day != null) {
            OpenRow.write(out, hour, WindowRow.HOUR);
            OpenRow.write(out, day, WindowRow.DAY);
        }
        return out.take();
    }

    /** Reads the stored form. */
    public static StoredLine read(byte[] stored) {
        StateInput in = StateCodec.input("line", stored, 0);
        boolean sent = in.octet() == 1;
        Line line = StateCodec.readLine(in);
        return in.isAtEnd()
                ? new StoredLine(line, sent, null, null)
                : new StoredLine(line, sent, OpenRow.read(in, WindowRow.HOUR), OpenRow.read(in, WindowRow.DAY));
    }
}
