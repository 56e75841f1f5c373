/**
 * The records that the agent makes, and their form in the outbox. Pure functions: no files, no clocks, no Kafka. Start
 * with {@link AgentIdentity}, then {@link StoredForm}.
 */
package io.fairway.agent.record;
