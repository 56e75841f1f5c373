/**
 * Scenarios of Moab and Maui: credentials, limits, jobs, windows and results. The formulas are in {@code schedulers}.
 * Start with {@link MoabScenario}.
 */
package io.fairway.scenario.moab;
