/**
 * One task of Kafka Streams: takes records, checks partition and time, and hands them to their domains. It holds no
 * arithmetic, and is the only floor that asks Kafka for the time. Start with {@link DomainProcessor}.
 */
package io.fairway.engine.task;
