/**
 * Plug-ins for Kafka Connect: a source connector that follows accounting logs, and an Avro converter. It reads no format
 * itself: {@code io.fairway.readers} does.
 */
package io.fairway.connect;
