package io.fairway.app.tables;

import io.fairway.app.policy.PolicyFamilies;
import io.fairway.app.yaml.RecordYaml;
import io.fairway.app.yaml.YamlMap;
import io.fairway.avro.Policy;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.io.PrintWriter;
import java.util.Map;

/** A file of one version of a policy. */
public record PolicyFile(String key, Policy policy) {
    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException with file, line, value and rule, if it cannot be read, or the application would refuse
     *     the policy
     */
    public static PolicyFile read(YamlMap file) {
        Policy policy = RecordYaml.read(file, Policy.getClassSchema(), Policy.class);
        PolicyFamilies.check(policy);
        return new PolicyFile(
                Keys.policy(
                        policy.getDomain(),
                        policy.getName(),
                        policy.getEffectiveFrom().toEpochMilli()),
                policy);
    }

    /**
     * Lets the topic have this version, and prints the change.
     *
     * @param dryRun whether nothing is written
     * @return how many changes there are
     */
    public int apply(TableOptions options, boolean dryRun, PrintWriter out) throws InterruptedException {
        return TableApply.apply(
                options.table(Topic.POLICIES, Policy.class), Map.of(key, policy), key::equals, false, dryRun, out);
    }
}
