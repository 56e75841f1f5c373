/**
 * Plug-ins for Kafka Connect: a source connector that follows accounting logs, and what turns the rows of a table into
 * share nodes. It reads no format itself: {@code io.fairway.readers} does. Start with
 * {@link AccountingLogSourceConnector}.
 */
package io.fairway.connect;
