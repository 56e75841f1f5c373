/**
 * Metrics for Prometheus: counters that the processors move, and gauges that are made when somebody scrapes, of what the
 * processors published last.
 */
package io.fairway.app.metrics;
