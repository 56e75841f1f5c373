package io.fairway.simulator.streams;

import org.jspecify.annotations.Nullable;

/** Hears of each change of a store. */
@FunctionalInterface
interface Changelog {
    /** Nobody restores these stores. */
    Changelog NONE = (store, key, value) -> {};

    /** A change; a null value removes the key. */
    void changed(String store, Object key, byte @Nullable [] value);
}
