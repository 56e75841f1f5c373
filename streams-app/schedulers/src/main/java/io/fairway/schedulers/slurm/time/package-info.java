/**
 * Slurm's resets, its editions, and the text form of times. It reads no clock. Start with {@link SlurmResetPeriod}.
 */
package io.fairway.schedulers.slurm.time;
