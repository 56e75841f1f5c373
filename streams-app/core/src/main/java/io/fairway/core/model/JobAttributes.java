package io.fairway.core.model;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The known attributes of a job, by name, and the TRES that it requests. Immutable. */
public final class JobAttributes implements Comparable<JobAttributes> {
    /** No attributes. */
    public static final JobAttributes NONE = new JobAttributes(0, new String[0], Tres.NONE);

    private static final BigDecimal SMALLEST = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private static final Attribute[] ALL = Attribute.values();

    /** Bit n says whether attribute n has a value. A job is known by few of them, and there are very many jobs. */
    private final long present;
    /** Their values, in the order of attributes. */
    private final String[] values;

    private final Tres requested;

    /** See {@link #length()}; -1 = not counted yet. It takes no memory beside the other fields. */
    private int length = -1;

    private JobAttributes(long present, String[] values, Tres requested) {
        this.present = present;
        this.values = values;
        this.requested = requested;
    }

    /**
     * The attributes with these values.
     *
     * @param requested the TRES that the job requests; empty = unknown
     */
    public static JobAttributes of(Map<Attribute, String> values, Tres requested) {
        if (values.isEmpty() && requested.isEmpty()) {
            return NONE;
        }
        Builder builder = new Builder();
        values.forEach(builder::put);
        return builder.build(requested);
    }

    /** Collects the attributes of a job. An attribute that is put again has its last value. */
    public static final class Builder {
        private final String[] texts = new String[ALL.length];
        private long present;

        /** Gives an attribute a value. The caller has checked it: {@link Attribute#accepts}. */
        public Builder put(Attribute attribute, String value) {
            long bit = bit(attribute);
            present |= bit;
            texts[Long.numberOfTrailingZeros(bit)] = value;
            return this;
        }

        /** The attributes that were put, and the TRES that the job requests. */
        public JobAttributes build(Tres requested) {
            if (present == 0 && requested.isEmpty()) {
                return NONE;
            }
            String[] values = new String[Long.bitCount(present)];
            int next = 0;
            for (long left = present; left != 0; left &= left - 1) {
                values[next++] = texts[Long.numberOfTrailingZeros(left)];
            }
            return new JobAttributes(present, values, requested);
        }
    }

    @SuppressWarnings("EnumOrdinal") // no bit leaves the process: what is stored has codes
    private static long bit(Attribute attribute) {
        return 1L << attribute.ordinal();
    }

    /** How many attributes up to a bit have a value. */
    private int before(long bit) {
        return Long.bitCount(present & (bit - 1));
    }

    /** Passes each attribute that has a value to the action, in their order. */
    public void forEach(BiConsumer<Attribute, String> action) {
        int next = 0;
        for (long left = present; left != 0; left &= left - 1) {
            action.accept(ALL[Long.numberOfTrailingZeros(left)], values[next++]);
        }
    }

    /** How many attributes have a value. */
    public int size() {
        return values.length;
    }

    /** How many characters the values have together. */
    public int length() {
        int counted = length;
        if (counted < 0) {
            counted = 0;
            for (String value : values) {
                counted += value.length();
            }
            length = counted;
        }
        return counted;
    }

    /** The values by attribute. */
    public Map<Attribute, String> values() {
        Map<Attribute, String> map = new EnumMap<>(Attribute.class);
        forEach(map::put);
        return Collections.unmodifiableMap(map);
    }

    /** The requested TRES; empty when no fact names them. */
    public Tres requested() {
        return requested;
    }

    /** Whether there is neither a value nor a requested TRES. */
    public boolean isEmpty() {
        return present == 0 && requested.isEmpty();
    }

    /** The value as text; null = it has none. */
    public @Nullable String text(Attribute attribute) {
        return has(attribute) ? values[before(bit(attribute))] : null;
    }

    /** The value as text; {@code absent} without one. */
    public String text(Attribute attribute, String absent) {
        String value = text(attribute);
        return value == null ? absent : value;
    }

    /** The value as a whole number, truncated towards zero and limited to the range of a long. */
    public long number(Attribute attribute, long absent) {
        String value = text(attribute);
        return value == null
                ? absent
                : new BigDecimal(value).max(SMALLEST).min(LARGEST).longValue();
    }

    /** Whether the attribute has a value. */
    public boolean has(Attribute attribute) {
        return (present & bit(attribute)) != 0;
    }

    /** These attributes, overwritten by those that {@code later} has. */
    public JobAttributes with(JobAttributes later) {
        if (later.isEmpty()) {
            return this;
        }
        if (isEmpty()) {
            return later;
        }
        long all = present | later.present;
        String[] merged = new String[Long.bitCount(all)];
        int next = 0;
        for (long left = all; left != 0; left &= left - 1) {
            long bit = left & -left;
            merged[next++] = (later.present & bit) != 0 ? later.values[later.before(bit)] : values[before(bit)];
        }
        return new JobAttributes(all, merged, later.requested.isEmpty() ? requested : later.requested);
    }

    /** An arbitrary order, the same on every machine. */
    @Override
    public int compareTo(JobAttributes other) {
        for (Attribute attribute : ALL) {
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
        return other instanceof JobAttributes that
                && present == that.present
                && Arrays.equals(values, that.values)
                && requested.equals(that.requested);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Long.hashCode(present) + Arrays.hashCode(values)) + requested.hashCode();
    }

    @Override
    public String toString() {
        return values() + (requested.isEmpty() ? "" : " requesting " + requested);
    }
}
