/**
 * Readers of workload traces, which turn a foreign format into job events. They send nothing and know no Kafka. Start
 * with {@link TraceFormat}, which lists the formats.
 */
package io.fairway.readers;
