/**
 * {@code fairway bench}: measures Fairway against what Kafka itself takes on the same records. It holds the command
 * alone. It measures nothing itself. Start with {@link BenchCommand}.
 */
package io.fairway.bench;
