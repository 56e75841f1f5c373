/**
 * A broker in memory: logs, transactions, compaction and the offsets of one group. It knows no record of the contract.
 * Start with {@link SimulatedBroker}.
 */
package io.fairway.simulator.broker;
