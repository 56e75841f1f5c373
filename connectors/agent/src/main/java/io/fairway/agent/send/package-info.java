/**
 * Sends the outbox to Kafka. It makes no records and drops none. Start with {@link OutboxSender}, then
 * {@link RecordSender}.
 */
package io.fairway.agent.send;
