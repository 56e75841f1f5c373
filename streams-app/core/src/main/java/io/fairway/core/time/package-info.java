/**
 * Clocks that records show: {@link AppendClock} is that of a topic partition, and {@link BrokerTime} bounds the clocks
 * of domains. Periods by their names. It reads no clock of the machine. Start with {@link AppendClock}.
 */
package io.fairway.core.time;
