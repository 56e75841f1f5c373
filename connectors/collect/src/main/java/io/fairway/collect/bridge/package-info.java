/**
 * Takes the messages of a scheduler or an agent that are on Kafka already to the job events, each exactly once: Slurm's
 * {@code jobcomp/kafka} and Sonar. It knows no format itself; those are in {@code io.fairway.readers}. Start with
 * {@link Bridge}.
 */
package io.fairway.collect.bridge;
