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

    private final Map<Long, DomainSnapshot> byInstant = lastUsed();
    private final Map<Long, PastRows> ofRows = lastUsed();

    static PastReadings of(DomainSnapshot now) {
        return now.once(PastReadings.class, "", PastReadings::new);
    }

    /** The reading of an instant. */
    synchronized DomainSnapshot at(long instant, Supplier<DomainSnapshot> read) {
        return kept(byInstant, instant, read);
    }

    /** The reading of an instant, from rows. */
    synchronized PastRows rows(long instant, Supplier<PastRows> read) {
        return kept(ofRows, instant, read);
    }

    private static <T> T kept(Map<Long, T> readings, long instant, Supplier<T> read) {
        T known = readings.get(instant);
        if (known == null) {
            known = read.get();
            readings.put(instant, known);
        }
        return known;
    }

    private static <T> Map<Long, T> lastUsed() {
        return new LinkedHashMap<>(MOST, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, T> eldest) {
                return size() > MOST;
            }
        };
    }

    /** A reading that nobody asks for again. */
    synchronized DomainSnapshot once(Supplier<DomainSnapshot> read) {
        return read.get();
    }
}
