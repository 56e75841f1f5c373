package io.fairway.agent.outbox;

/**
 * A record of a log.
 *
 * @param sequence its number; rises within a log, with gaps
 * @param payload its content
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody; a copy of each would cost the heap of a small program
public record OutboxRecord(long sequence, byte[] payload) {}
