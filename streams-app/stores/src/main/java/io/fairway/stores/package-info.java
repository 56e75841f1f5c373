/**
 * State stores of Kafka Streams in memory, which other threads may read while their task writes, and a store that hears of a
 * commit before it. They keep bytes. It does not hold which stores Fairway has, nor what is in them: that is the engine's.
 * Start with {@link ConcurrentStore}.
 */
package io.fairway.stores;
