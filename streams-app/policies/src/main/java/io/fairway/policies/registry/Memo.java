package io.fairway.policies.registry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What a reader made of records, so that equal ones are not read anew at each start of a task. What it made must never change. It
 * keeps a fixed number at most, whatever records come. For several threads.
 *
 * @param <K> the record; its equality and its hash are those of its content
 * @param <V> what was made of it
 */
final class Memo<K, V> {
    private final Map<K, V> values = new ConcurrentHashMap<>();
    private final UnaryOperator<K> copy;
    private final Function<K, V> reader;
    private final int most;

    /**
     * Knows nothing yet.
     *
     * @param copy makes a copy that nobody else changes
     * @param reader makes the same of equal records
     * @param most so many at most; then it begins anew
     */
    Memo(UnaryOperator<K> copy, Function<K, V> reader, int most) {
        this.copy = copy;
        this.reader = reader;
        this.most = most;
    }

    /** What was made of an equal record, or is made of this one now. What the reader throws is not remembered. */
    V of(K record) {
        V before = values.get(record);
        if (before != null) {
            return before;
        }
        K own = copy.apply(record);
        V made = reader.apply(own);
        if (values.size() >= most) {
            values.clear();
        }
        values.put(own, made);
        return made;
    }

    /** How many it keeps now. */
    int size() {
        return values.size();
    }
}
