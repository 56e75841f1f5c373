/** A domain without a broker, for scenarios. Start with {@link MemoryDomain}. */
package io.fairway.reading.memory;
