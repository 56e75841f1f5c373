/**
 * Scenarios of Slurm: their policy, jobs and results. The formulas are in {@code schedulers}. Start with {@link
 * SlurmScenario}.
 */
package io.fairway.scenario.slurm;
