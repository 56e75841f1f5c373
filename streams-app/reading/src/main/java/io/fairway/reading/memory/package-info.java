/**
 * A domain in memory, for scenarios: the engine without a broker. It keeps nothing on disk. Start with
 * {@link MemoryDomain}.
 */
package io.fairway.reading.memory;
