package io.fairway.scenario;

import io.fairway.policies.yaml.YamlMap;

/** Evaluates a scenario under the policies of one scheduler. */
interface ScenarioFamily {
    /**
     * Reads what it needs of the scenario and the policy, and reports.
     *
     * @param at epoch milliseconds
     * @throws IllegalArgumentException with file, line, value and rule, if something cannot be evaluated
     */
    void evaluate(YamlMap scenario, YamlMap policy, long at, Report report);
}
