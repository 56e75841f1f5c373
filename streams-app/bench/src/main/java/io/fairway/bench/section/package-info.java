/**
 * The measurements, one class for each. Each knows its floors and goals. Start with {@link BenchSection}, then {@link
 * PipelineSection}.
 */
package io.fairway.bench.section;
