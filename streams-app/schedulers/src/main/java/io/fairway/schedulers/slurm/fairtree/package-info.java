/**
 * Slurm's Fair Tree: level fairshare, ties and ranks, to the last bit. Pure functions of a tree and its usage. They
 * know no jobs. Start with {@link FairTree}.
 */
package io.fairway.schedulers.slurm.fairtree;
