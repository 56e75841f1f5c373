/**
 * What the agent keeps on disk until a broker has it: numbered records with checksums, in segments. It knows nothing of
 * jobs, Avro and Kafka. Start with {@link AgentOutbox}, then {@link SegmentLog} and {@link RecordFrame}.
 */
package io.fairway.agent.outbox;
