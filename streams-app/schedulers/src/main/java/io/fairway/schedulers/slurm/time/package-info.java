/**
 * Slurm's resets, its editions, and the text form of times. Start with {@link SlurmResetPeriod}.
 */
package io.fairway.schedulers.slurm.time;
