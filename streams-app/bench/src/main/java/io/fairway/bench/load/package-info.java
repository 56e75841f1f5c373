/**
 * {@code fairway load}: measures how many events a machine takes, and what questions cost the stream. It measures the
 * real application and replaces no part of it. Start with {@link LoadCommand}, then {@link Load}; {@link Pump} sends
 * events and {@link Reads} asks.
 */
package io.fairway.bench.load;
