/**
 * What the agent counts of itself, and a page with it in Prometheus' text format. It holds nothing of single jobs. Start
 * with {@link AgentCounters}, then {@link MetricsServer}.
 */
package io.fairway.agent.metrics;
