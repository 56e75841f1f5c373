package io.fairway.scenario;

import io.fairway.scenario.report.Report;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The common part of the commands about a scenario file. */
final class ScenarioInput {
    private ScenarioInput() {}

    /**
     * Reads and evaluates a file.
     *
     * @throws ParameterException with file, line, value and rule, if it cannot be read or evaluated
     */
    static Scenario evaluate(CommandSpec spec, Path file) {
        return Misuse.orUsage(spec, () -> Scenario.evaluate(file));
    }

    /** The reports by policy: of the named one, or of all. */
    static Map<String, Report> wanted(CommandSpec spec, Scenario scenario, @Nullable String policy) {
        if (policy == null) {
            return scenario.reports();
        }
        Report report = scenario.reports().get(policy);
        if (report == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--policy " + policy + ": the file has "
                            + String.join(", ", scenario.reports().keySet()));
        }
        Map<String, Report> one = new LinkedHashMap<>();
        one.put(policy, report);
        return one;
    }

    /** Prints the title and the source of the file. */
    static void printHead(Scenario scenario, PrintWriter out) {
        if (!scenario.title().isEmpty()) {
            out.println(scenario.title());
        }
        if (!scenario.source().isEmpty()) {
            out.println("source: " + scenario.source());
        }
    }
}
