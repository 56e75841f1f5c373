package io.fairway.scenario;

import io.fairway.scenario.report.Report;
import io.fairway.scenario.report.ReportText;
import io.fairway.scenario.schema.ScenarioSchema;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway evaluate}: computes a scenario file, without a broker. */
@Command(
        name = "evaluate",
        mixinStandardHelpOptions = true,
        description = {
            "Compute the factors and priorities of a scenario file: a share tree, usage or past jobs, waiting jobs, one or"
                    + " several policies, an instant. Needs no broker.",
            "If the file has expected values, the command compares them and exits with 1 if one differs."
        },
        footer = {"", "The folder examples/ has scenarios to start from."})
public class EvaluateCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SCENARIO", arity = "0..1", description = "A YAML or JSON file.")
    private @Nullable Path file;

    @Option(names = "--policy", paramLabel = "NAME", description = "Print only this policy of the file.")
    private @Nullable String policy;

    @Option(names = "--explain", description = "Print how each number is computed.")
    private boolean explain;

    @Option(names = "--schema", description = "Print only the JSON Schema of scenario files.")
    private boolean schema;

    @Option(names = "--json", description = "Print JSON, with all explanations.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    /** The command line. */
    protected final CommandSpec spec() {
        return spec;
    }

    /** The name of the policy to print; {@code null} = all. */
    protected final @Nullable String policy() {
        return policy;
    }

    /** Whether to print JSON. */
    protected final boolean json() {
        return json;
    }

    /** Whether a scenario is given, or what applies to scenarios alone. */
    protected final boolean isOfScenario() {
        return file != null || explain || schema;
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (schema) {
            out.print(ScenarioSchema.text());
            out.flush();
            return 0;
        }
        Path scenarioFile = file;
        if (scenarioFile == null) {
            throw new ParameterException(spec.commandLine(), "Missing required parameter: 'SCENARIO'");
        }
        Scenario scenario = ScenarioInput.evaluate(spec, scenarioFile);
        Map<String, Report> wanted = ScenarioInput.wanted(spec, scenario, policy);
        if (json) {
            ReportJson.write(scenario, wanted, out);
        } else {
            print(scenario, wanted, out);
        }
        out.flush();
        return scenario.misses().isEmpty() ? 0 : 1;
    }

    private void print(Scenario scenario, Map<String, Report> wanted, PrintWriter out) {
        ScenarioInput.printHead(scenario, out);
        wanted.forEach((name, report) -> {
            out.println();
            if (scenario.reports().size() > 1) {
                out.println("policy " + name);
                out.println();
            }
            ReportText.print(report, explain, out);
        });
        for (Expectations.Miss miss : scenario.misses()) {
            out.println("differs: " + miss.where() + ": expected " + miss.expected() + ", computed " + miss.actual());
        }
        if (scenario.met() > 0 || !scenario.misses().isEmpty()) {
            out.println(scenario.met() + " of "
                    + (scenario.met() + scenario.misses().size()) + " expected values match");
        }
    }
}
