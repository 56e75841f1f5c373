/**
 * Slurm's decay by passes, its resets, its editions, and the text form of times. Start with {@link SlurmTickDecay}.
 */
package io.fairway.schedulers.slurm.time;
