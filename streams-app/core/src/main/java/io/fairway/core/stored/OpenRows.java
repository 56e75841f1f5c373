package io.fairway.core.stored;

import io.fairway.core.usage.WindowRow;
import org.jspecify.annotations.Nullable;

/**
 * The newest rows of a line, which it holds itself.
 *
 * @param hour its newest hour; null if there is none
 * @param day its newest day; null if there is none
 */
public record OpenRows(@Nullable OpenRow hour, @Nullable OpenRow day) {
    /** No rows: nothing was used yet, or the measure has none. */
    public static final OpenRows NONE = new OpenRows(null, null);

    void write(StateOutput out) {
        if (hour != null || day != null) {
            OpenRow.write(out, hour, WindowRow.HOUR);
            OpenRow.write(out, day, WindowRow.DAY);
        }
    }

    static OpenRows read(StateInput in) {
        return in.isAtEnd() ? NONE : new OpenRows(OpenRow.read(in, WindowRow.HOUR), OpenRow.read(in, WindowRow.DAY));
    }
}
