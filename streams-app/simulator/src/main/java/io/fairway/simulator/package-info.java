/**
 * {@code fairway simulate}: broker, transactions, restores, clocks and crashes around the engine's own processors, in one
 * thread and from one seed. It replaces Kafka and no part of the engine. Start with {@link Simulation}.
 */
package io.fairway.simulator;
