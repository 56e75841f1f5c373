package io.fairway.records;

import io.fairway.core.model.Tres;
import java.util.Map;
import java.util.function.Function;
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

    /** More resources than these are read each time: a record may have a thousand with long names. */
    private static final int MAX_NAMES = 8;

    private final @Nullable String[] texts;
    private final @Nullable Resources[] resources;

    /**
     * Resources as the event names them, and what is read from that.
     *
     * @param hash of the counts: a look at the map of others costs more
     */
    private record Resources(int hash, Map<String, Double> counts, Tres read) {}

    /** Values of one reader, which keeps as many as it has room for. */
    public SharedValues() {
        this(MOST);
    }

    private SharedValues(int most) {
        texts = new @Nullable String[most];
        resources = new @Nullable Resources[most];
    }

    /** An equal text; this one if none is known. */
    String once(String text) {
        if (texts.length == 0) {
            return text;
        }
        int place = place(text.hashCode());
        String same = texts[place];
        if (same != null && same.equals(text)) {
            return same;
        }
        texts[place] = text;
        return text;
    }

    /**
     * The resources that were read from equal counts.
     *
     * @param counts nobody may change them afterwards
     * @param read reads them if they are not known
     */
    Tres resources(Map<String, Double> counts, Function<Map<String, Double>, Tres> read) {
        if (resources.length == 0 || counts.size() > MAX_NAMES) {
            return read.apply(counts);
        }
        int hash = counts.hashCode();
        int place = place(hash);
        Resources shared = resources[place];
        if (shared != null && shared.hash() == hash && shared.counts().equals(counts)) {
            return shared.read();
        }
        Tres unknown = read.apply(counts);
        resources[place] = new Resources(hash, counts, unknown);
        return unknown;
    }

    private static int place(int hashCode) {
        int hash = hashCode * 0x9E3779B9;
        return (hash ^ (hash >>> 16)) & (MOST - 1);
    }
}
