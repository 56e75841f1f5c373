/**
 * The measurements, one class for each. Each knows its floors and goals. They start no server themselves:
 * {@code io.fairway.bench.bed} does. Start with {@link BenchSection}, then {@link PipelineSection}.
 */
package io.fairway.bench.section;
