/**
 * Metrics for Prometheus: counters that the processors move, and gauges of what they published last, made when somebody
 * scrapes. It changes nothing in the stream. Start with {@link FairwayMetrics}.
 */
package io.fairway.app.metrics;
