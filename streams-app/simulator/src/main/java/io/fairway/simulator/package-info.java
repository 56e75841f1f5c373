/**
 * A simulator: broker, transactions, restores, clocks and crashes around the engine's own processors, in one thread and
 * from one seed. Start with {@link io.fairway.simulator.Simulation}.
 */
package io.fairway.simulator;
