package io.fairway.core.model;

import java.math.BigDecimal;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * A vector of trackable resources: counts by name ({@code cpu}, {@code mem} in MB, {@code node}, {@code gres/gpu},
 * {@code license/...}). Immutable; counts are exact decimals without trailing zeros.
 */
public final class Tres implements Comparable<Tres> {
    /** No resources. */
    public static final Tres NONE = new Tres(new TreeMap<>());

    private final SortedMap<String, BigDecimal> counts;

    private Tres(SortedMap<String, BigDecimal> counts) {
        this.counts = counts;
    }

    /** These counts by name. An explicit 0 stays: it is known. */
    public static Tres of(Map<String, BigDecimal> counts) {
        if (counts.isEmpty()) {
            return NONE;
        }
        TreeMap<String, BigDecimal> sorted = new TreeMap<>();
        counts.forEach((name, count) -> sorted.put(name, count.stripTrailingZeros()));
        return new Tres(sorted);
    }

    /** So many processors, and nothing else. */
    public static Tres cpus(long cpus) {
        return of(Map.of("cpu", BigDecimal.valueOf(cpus)));
    }

    /** The counts by name, sorted; cannot be changed. */
    public SortedMap<String, BigDecimal> counts() {
        return java.util.Collections.unmodifiableSortedMap(counts);
    }

    /** Passes each name with its count to the action, in the order of names. */
    public void forEach(BiConsumer<String, BigDecimal> action) {
        counts.forEach(action);
    }

    /** How many resources it names. */
    public int size() {
        return counts.size();
    }

    /** How many characters the names and the digits of the counts have together. */
    public int length() {
        int length = 0;
        for (Map.Entry<String, BigDecimal> count : counts.entrySet()) {
            length += count.getKey().length() + count.getValue().precision();
        }
        return length;
    }

    /** The count of one resource; 0 when the vector does not name it. */
    public BigDecimal count(String name) {
        return counts.getOrDefault(name, BigDecimal.ZERO);
    }

    /** Whether it names no resource. */
    public boolean isEmpty() {
        return counts.isEmpty();
    }

    /** An arbitrary order, the same on every machine. */
    @Override
    public int compareTo(Tres other) {
        Iterator<Map.Entry<String, BigDecimal>> mine = counts.entrySet().iterator();
        Iterator<Map.Entry<String, BigDecimal>> others = other.counts.entrySet().iterator();
        while (mine.hasNext() && others.hasNext()) {
            Map.Entry<String, BigDecimal> a = mine.next();
            Map.Entry<String, BigDecimal> b = others.next();
            int byName = a.getKey().compareTo(b.getKey());
            int order = byName != 0 ? byName : a.getValue().compareTo(b.getValue());
            if (order != 0) {
                return order;
            }
        }
        return Boolean.compare(mine.hasNext(), others.hasNext());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tres that && counts.equals(that.counts);
    }

    @Override
    public int hashCode() {
        return counts.hashCode();
    }

    /** The form that sacct prints: {@code cpu=4,mem=2000}. */
    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue().toPlainString())
                .collect(Collectors.joining(","));
    }
}
