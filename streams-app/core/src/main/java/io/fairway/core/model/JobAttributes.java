package io.fairway.core.model;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The known attributes of a job, by name, and the TRES that it requests. Immutable. */
public final class JobAttributes implements Comparable<JobAttributes> {
    /** No attributes. */
    public static final JobAttributes NONE = new JobAttributes(new EnumMap<>(Attribute.class), Tres.NONE);

    private static final BigDecimal SMALLEST = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private final EnumMap<Attribute, String> values;
    private final Tres requested;

    private JobAttributes(EnumMap<Attribute, String> values, Tres requested) {
        this.values = values;
        this.requested = requested;
    }

    public static JobAttributes of(Map<Attribute, String> values, Tres requested) {
        EnumMap<Attribute, String> copy = new EnumMap<>(Attribute.class);
        copy.putAll(values);
        return copy.isEmpty() && requested.isEmpty() ? NONE : new JobAttributes(copy, requested);
    }

    /** The values by attribute. */
    public Map<Attribute, String> values() {
        return Collections.unmodifiableMap(values);
    }

    /** The requested TRES; empty when no fact names them. */
    public Tres requested() {
        return requested;
    }

    public boolean isEmpty() {
        return values.isEmpty() && requested.isEmpty();
    }

    public @Nullable String text(Attribute attribute) {
        return values.get(attribute);
    }

    public String text(Attribute attribute, String absent) {
        String value = values.get(attribute);
        return value == null ? absent : value;
    }

    /** The value as a whole number, truncated towards zero and limited to the range of a long. */
    public long number(Attribute attribute, long absent) {
        String value = values.get(attribute);
        return value == null
                ? absent
                : new BigDecimal(value).max(SMALLEST).min(LARGEST).longValue();
    }

    public boolean has(Attribute attribute) {
        return values.containsKey(attribute);
    }

    /** These attributes, overwritten by those that {@code later} has. */
    public JobAttributes with(JobAttributes later) {
        if (later.isEmpty()) {
            return this;
        }
        if (isEmpty()) {
            return later;
        }
        EnumMap<Attribute, String> merged = new EnumMap<>(values);
        merged.putAll(later.values);
        return new JobAttributes(merged, later.requested.isEmpty() ? requested : later.requested);
    }

    /** An arbitrary order, the same on every machine. */
    @Override
    public int compareTo(JobAttributes other) {
        for (Attribute attribute : Attribute.values()) {
            String mine = text(attribute, "");
            int byValue = mine.compareTo(other.text(attribute, ""));
            if (byValue != 0) {
                return byValue;
            }
            if (has(attribute) != other.has(attribute)) {
                return has(attribute) ? 1 : -1;
            }
        }
        return requested.compareTo(other.requested);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JobAttributes that && values.equals(that.values) && requested.equals(that.requested);
    }

    @Override
    public int hashCode() {
        return 31 * values.hashCode() + requested.hashCode();
    }

    @Override
    public String toString() {
        return values + (requested.isEmpty() ? "" : " requesting " + requested);
    }
}
