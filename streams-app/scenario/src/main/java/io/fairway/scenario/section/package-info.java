/**
 * The sections that all schedulers share: cluster, tree, history. Start with {@link ScenarioFamily}, which each
 * scheduler implements.
 */
package io.fairway.scenario.section;
