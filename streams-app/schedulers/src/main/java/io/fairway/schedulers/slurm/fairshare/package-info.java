/**
 * The classic and linear fairshare of Slurm, and effective usage. Pure functions of a tree and its usage. They know no
 * jobs. Start with {@link LinearFairshare}, then {@link ClassicFairshare}.
 */
package io.fairway.schedulers.slurm.fairshare;
