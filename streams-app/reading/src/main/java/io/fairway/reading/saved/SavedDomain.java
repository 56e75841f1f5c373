package io.fairway.reading.saved;

import io.fairway.engine.store.StateStores;
import io.fairway.reading.CopiedRows;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.MapRows;
import io.fairway.reading.MapStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyWindowStore;

/**
 * What a domain's stores hold of its policies, shares, hosts, usage and of the jobs that wait or run, at one instant. Whoever opens it has
 * the fairshare, the order and the reasons of that instant, to the last bit. Jobs that ended are not in it. Usage by hour and day is, where it
 * was asked for.
 *
 * @param format of the rows; see {@link #FORMAT}
 * @param program the version of the program that wrote it
 * @param asOf when it was read
 */
public record SavedDomain(String domain, int format, String program, Instant asOf, List<Row> rows) {
    /** The format that this program reads and writes. Another one is needed whenever a store that is saved is read otherwise. */
    public static final int FORMAT = 1;

    /** The most rows of usage that one answer has. */
    public static final int MAX_USAGE_ROWS = 300_000;

    /**
     * A row of a store.
     *
     * @param value its bytes in Base64
     */
    public record Row(String store, String key, String value) {}

    public SavedDomain {
        rows = List.copyOf(rows);
    }

    /**
     * Reads the stores of a domain. A task may write beside it: what was read across one of its commits is read again, ten times at
     * most.
     *
     * @param at the present, epoch milliseconds: the rows are newer than the reading
     * @throws IllegalStateException if a commit fell into each of them
     */
    public static SavedDomain of(DomainSnapshot reading, long at, String program) {
        List<Row> rows = new ArrayList<>();
        CopiedRows.ofOneCommit(reading)
                .stores()
                .forEach((store, content) ->
                        content.forEach((key, value) -> rows.add(new Row(store.name(), key, encoded(value)))));
        return new SavedDomain(reading.domain(), FORMAT, program, Instant.ofEpochMilli(at), rows);
    }

    private static String encoded(byte[] value) {
        return Base64.getEncoder().encodeToString(value);
    }

    /**
     * The same with usage by hour and day, and corrections.
     *
     * @param reading the one that it was made of
     * @param most rows; {@link #MAX_USAGE_ROWS} are some 100 MB while they are read
     * @throws IllegalArgumentException if they are more rows than one state may have
     */
    public SavedDomain withUsage(DomainSnapshot reading, int most) {
        List<Row> all = new ArrayList<>(rows);
        all.addAll(SavedRows.of(reading, asOf.toEpochMilli(), most));
        return new SavedDomain(domain, format, program, asOf, all);
    }

    /** Whether usage by hour and day is in it. */
    public boolean hasUsage() {
        return rows.stream().anyMatch(SavedRows::isOne);
    }

    /**
     * The domain as it was at {@link #asOf}.
     *
     * @throws IllegalArgumentException if another program has to open it, or a row cannot be read
     */
    public DomainSnapshot open() {
        if (format != FORMAT) {
            throw new IllegalArgumentException("the state of domain " + domain + " has format " + format
                    + ", and this program reads format " + FORMAT + ": take that of version " + program);
        }
        Map<String, NavigableMap<String, byte[]>> content = new TreeMap<>();
        Map<String, MapRows> windows = new TreeMap<>();
        for (Row row : rows) {
            content.computeIfAbsent(row.store(), name -> new TreeMap<>())
                    .put(row.key(), Base64.getDecoder().decode(row.value()));
        }
        Map<String, ReadOnlyKeyValueStore<String, byte[]>> opened = new TreeMap<>();
        StateStores<ReadOnlyKeyValueStore<String, byte[]>, ReadOnlyWindowStore<String, byte[]>> stores =
                new StateStores<>(
                        store -> opened.computeIfAbsent(
                                store.name(), name -> new MapStore(content.getOrDefault(name, new TreeMap<>()))),
                        store -> windows.computeIfAbsent(
                                store.name(),
                                name -> SavedRows.opened(name, content.getOrDefault(name, new TreeMap<>()))));
        try {
            return DomainSnapshot.read(domain, stores, asOf.toEpochMilli(), null);
        } catch (RuntimeException damaged) {
            throw new IllegalArgumentException(
                    "the state of domain " + domain + " of " + asOf + " cannot be read: a row is damaged", damaged);
        }
    }
}
