/**
 * Slurm's multifactor job priority: age, size, partition, QOS, TRES, and billing weights. It computes no fairshare.
 * Start with {@link MultifactorPriority}.
 */
package io.fairway.schedulers.slurm.multifactor;
