package io.fairway.policies.family;

/**
 * The views of one share tree, one after the other. It may keep from one what serves the next. A view is still a value,
 * with the numbers that {@link PolicyFamily#view} gives. Not for several threads.
 */
@FunctionalInterface
public interface Succession {
    /**
     * The view at an instant.
     *
     * @param usage of the same domain each time
     * @param at epoch milliseconds
     */
    PolicyView next(UsageReader usage, long at);
}
