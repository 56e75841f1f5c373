/**
 * The family of Slurm: from records to the rules in {@code schedulers}, and back. It holds no formulas. Start with
 * {@link SlurmFamily}.
 */
package io.fairway.policies.slurm;
