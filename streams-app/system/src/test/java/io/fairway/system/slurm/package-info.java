/**
 * A real Slurm in the tests, and what Fairway does beside it. Start with {@link SlurmCluster}.
 */
package io.fairway.system.slurm;
