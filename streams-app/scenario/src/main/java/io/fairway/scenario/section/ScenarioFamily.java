package io.fairway.scenario.section;

import io.fairway.policies.yaml.YamlMap;
import io.fairway.scenario.report.Report;

/** Evaluates a scenario under the policies of one scheduler. */
public interface ScenarioFamily {
    /**
     * Reads its parts of the scenario and the policy, and reports the result.
     *
     * @param at epoch milliseconds
     * @throws IllegalArgumentException with file, line, value and rule, if it cannot evaluate something
     */
    void evaluate(YamlMap scenario, YamlMap policy, long at, Report report);
}
