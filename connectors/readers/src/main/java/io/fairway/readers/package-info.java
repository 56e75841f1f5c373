/**
 * Readers of workload traces and accounting logs, which turn a foreign format into job events. They send nothing and know
 * no Kafka. Start with {@link TraceFormat}, which lists the formats; the packages below have one scheduler's each.
 */
package io.fairway.readers;
