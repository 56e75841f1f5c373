/**
 * What Prometheus reads of any program: its JVM, its process and its build, and a small server for programs that have no other.
 * It counts nothing of Fairway's own work. Start with {@link ProgramMetrics}, then {@link MetricsServer}.
 */
package io.fairway.program.metrics;
