/**
 * Clocks that records show: {@link AppendClock} is that of a topic partition, and {@link BrokerTime} bounds the clocks of domains. And
 * periods by their names. Start with {@link AppendClock}.
 */
package io.fairway.core.time;
