/**
 * Slurm's rules as pure functions: fairshare of 2.0 and 22.05, decay and resets, billing weights, multifactor job
 * priority. It holds no state and reads no file. Start with {@link FairTree} for fairshare and
 * {@link MultifactorPriority} for jobs.
 */
package io.fairway.schedulers.slurm;
