/**
 * Wires the topology: which source feeds the processor, which sink takes which result. It holds no logic about records.
 * Start with {@link FairwayTopology}.
 */
package io.fairway.engine.topology;
