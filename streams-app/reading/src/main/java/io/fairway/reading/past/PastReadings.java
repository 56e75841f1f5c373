package io.fairway.reading.past;

import io.fairway.reading.DomainSnapshot;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The last readings of earlier instants that were made of one reading of now. One is made at a time, and few are kept: each costs as much
 * memory as the domain has lines, and anybody may ask for any instant.
 */
final class PastReadings {
    private static final int MOST = 4;

    private final Map<Long, DomainSnapshot> byInstant = new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, DomainSnapshot> eldest) {
            return size() > MOST;
        }
    };

    static PastReadings of(DomainSnapshot now) {
        return now.once(PastReadings.class, "", PastReadings::new);
    }

    /** The reading of an instant. */
    synchronized DomainSnapshot at(long instant, Supplier<DomainSnapshot> read) {
        DomainSnapshot known = byInstant.get(instant);
        if (known == null) {
            known = read.get();
            byInstant.put(instant, known);
        }
        return known;
    }

    /** A reading that nobody asks for again. */
    synchronized DomainSnapshot once(Supplier<DomainSnapshot> read) {
        return read.get();
    }
}
