/**
 * What the agent counts of itself, in Prometheus' text format. It holds nothing of single jobs. Start with {@link AgentCounters}.
 */
package io.fairway.agent.metrics;
