package io.fairway.policies.avro;

import io.fairway.core.model.Tres;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one object of those that are equal, so that a hundred thousand jobs do not hold the name of their cluster a hundred
 * thousand times. It knows a fixed number of the last values, whatever names come.
 *
 * <p>Not for several threads.
 */
public final class SharedValues {
    /** Shares nothing. */
    static final SharedValues NONE = new SharedValues(0);

    /** As many as there are users at work at the same time. Two values of one place take turns. */
    private static final int MOST = 1 << 14;

    private final @Nullable String[] texts;
    private final @Nullable Tres[] resources;

    public SharedValues() {
        this(MOST);
    }

    private SharedValues(int most) {
        texts = new @Nullable String[most];
        resources = new @Nullable Tres[most];
    }

    /** An equal text; this one if none is known. */
    String once(String text) {
        return once(text, texts);
    }

    /** Equal resources; these if none are known. */
    Tres once(Tres tres) {
        return once(tres, resources);
    }

    private static <T> T once(T value, @Nullable T[] known) {
        if (known.length == 0) {
            return value;
        }
        int hash = value.hashCode() * 0x9E3779B9;
        int place = (hash ^ (hash >>> 16)) & (known.length - 1);
        T same = known[place];
        if (same != null && same.equals(value)) {
            return same;
        }
        known[place] = value;
        return value;
    }
}
