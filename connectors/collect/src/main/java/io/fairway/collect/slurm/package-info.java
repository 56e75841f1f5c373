/**
 * Takes the queue of a running Slurm to the topics: who waits, and why; who runs; who ended. It asks {@code squeue} and
 * {@code sacct}, compares each look with the one before, and sends what changed. It never tells Slurm anything. Start
 * with {@link SlurmCollector}; {@link QueueChanges} decides what is sent.
 */
package io.fairway.collect.slurm;
