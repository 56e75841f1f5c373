package io.fairway.scenario;

import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.scenario.domain.DomainScenario;
import io.fairway.scenario.report.Report;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An evaluated scenario file: one or several policies, shares, usage, jobs and an instant in the words of records; and optionally
 * expected values.
 *
 * @param title the title of the file
 * @param source the source of its numbers; empty = none
 * @param reports the results, by policy
 * @param misses expected values that do not match
 * @param met the number of expected values that match
 */
public record Scenario(
        String title, String source, Map<String, Report> reports, List<Expectations.Miss> misses, int met) {
    /** The name of the only policy, if the scenario does not name it. */
    static final String ONLY = "policy";

    /**
     * Reads and evaluates a file.
     *
     * @throws IllegalArgumentException with file, line, value and rule, if it cannot be read or evaluated
     */
    public static Scenario evaluate(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return evaluate(YamlValue.read(file), folder == null ? Path.of("/") : folder);
    }

    /** A text that names no files. */
    static Scenario evaluate(YamlMap yaml) {
        return evaluate(yaml, Path.of(""));
    }

    private static Scenario evaluate(YamlMap yaml, Path folder) {
        String title = yaml.text("title", "");
        String source = yaml.text("source", "");
        yaml.text("about", "");
        Map<String, YamlMap> policies = policies(yaml, folder);
        FormerKeys.refuse(yaml, policies);
        Map<String, Report> reports = DomainScenario.evaluate(yaml, policies, folder);
        Expectations expectations = Expectations.check(yaml, reports);
        yaml.done();
        return new Scenario(title, source, reports, expectations.misses(), expectations.met());
    }

    private static Map<String, YamlMap> policies(YamlMap yaml, Path folder) {
        Map<String, YamlMap> policies = new LinkedHashMap<>();
        YamlValue several = yaml.find("policies");
        YamlValue one = yaml.find(ONLY);
        if ((several == null) == (one == null)) {
            throw yaml.wrong("must have either policy or policies");
        }
        if (one != null) {
            policies.put(ONLY, DomainScenario.orFile(one, folder));
        } else if (several != null) {
            several.entries().forEach((name, policy) -> policies.put(name, DomainScenario.orFile(policy, folder)));
            if (policies.isEmpty()) {
                throw several.wrong("must name at least one policy");
            }
        }
        return policies;
    }
}
