/**
 * Scenarios of LSF: policy, queues, pools, jobs, hosts and results. The formulas are in {@code schedulers}. Start with
 * {@link LsfScenario}.
 */
package io.fairway.scenario.lsf;
