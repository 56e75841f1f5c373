package io.fairway.readers.line;

import java.util.HashMap;
import java.util.Map;

/**
 * One shared object for equal ones, so that a year of jobs does not hold a user's name a million times. It forgets all
 * when it has too many.
 */
public final class Interned<T> {
    private static final int MOST = 100_000;

    private final Map<T, T> values = new HashMap<>();

    /** The object that stands for all equal ones. */
    public T of(T value) {
        if (values.size() >= MOST) {
            values.clear();
        }
        T same = values.putIfAbsent(value, value);
        return same == null ? value : same;
    }
}
