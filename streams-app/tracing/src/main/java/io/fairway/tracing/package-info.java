/**
 * Traces of questions and of events, by the SDK of OpenTelemetry. It decides nothing, and no result depends on it. Start
 * with {@link Tracing}, then {@link TracedProcessor}.
 */
package io.fairway.tracing;
