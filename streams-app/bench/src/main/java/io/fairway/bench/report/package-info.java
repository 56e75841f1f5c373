/**
 * What a measurement found: rows with their goals, as a table, as JSON and as a picture, and how quiet the machine was.
 * It measures nothing else. Start with {@link BenchRow}, then {@link BenchReport}.
 */
package io.fairway.bench.report;
