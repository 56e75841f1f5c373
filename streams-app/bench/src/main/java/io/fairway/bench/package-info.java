/**
 * {@code fairway bench}: measures Fairway against what Kafka itself takes on the same records. It holds the command
 * alone. Start with {@link BenchCommand}.
 */
package io.fairway.bench;
