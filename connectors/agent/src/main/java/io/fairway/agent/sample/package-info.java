/**
 * Samples of all jobs at the points of the clock grid. It sends nothing. Start with {@link Sampler}, then
 * {@link SampleGrid}.
 */
package io.fairway.agent.sample;
