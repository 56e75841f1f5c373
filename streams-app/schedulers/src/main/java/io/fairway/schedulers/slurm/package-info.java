/**
 * The list of Slurm's fairshare algorithms. The rules of Slurm are in the packages below, as pure functions: they hold
 * no state and read no file. Start with {@link SlurmAlgorithm}.
 */
package io.fairway.schedulers.slurm;
