package io.fairway.scenario;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.policies.yaml.YamlValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A scenario in the words of before says what its keys are now, with the line. */
class FormerKeysTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            policy: {family: slurm} | line 1: policy.family "slurm": was a key of scenarios; it is now algorithm
            policy: {half-life: 7-0} | line 1: policy.half-life "7-0": was a key of scenarios; it is now measure.decay
            policy: {weights: {age: 1}} | line 1: policy.weights: was a key of scenarios; it is now slurm.weightAge
            policy: {cluster: {HIST_HOURS: 5}} | line 1: policy.cluster: was a key of scenarios; it is now lsf.cluster
            policy: {parameters: {}} | line 1: policy.parameters: was a key of scenarios; it is now moab.parameters
            {policy: {}, tree: {}} | line 1: tree: was a key of scenarios; it is now shares
            {policy: {}, history: []} | line 1: history: was a key of scenarios; it is now runs
            {policies: {a: {}, b: {scope: {}}}} | line 1: policies.b.scope: was a key of scenarios
            """)
    void isRefusedWithTheNewName(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scenario.evaluate(YamlValue.parse("old.yaml", text)))
                .withMessageContaining("old.yaml, " + message);
    }
}
