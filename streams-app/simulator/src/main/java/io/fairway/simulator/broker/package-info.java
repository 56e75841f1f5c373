/** A broker in memory: logs, transactions, compaction and the offsets of one group. Start with {@link SimulatedBroker}. */
package io.fairway.simulator.broker;
