package io.fairway.app.cli;

import io.fairway.app.scenario.Expectations;
import io.fairway.app.scenario.Report;
import io.fairway.app.scenario.ReportJson;
import io.fairway.app.scenario.ReportText;
import io.fairway.app.scenario.Scenario;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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
            "Compute the factors and priorities of a scenario file: a share tree, usage or the jobs that made it,"
                    + " waiting jobs, one policy or several, an instant. Needs no broker.",
            "If the file says what must come out, it is compared, and what differs ends the command with 1."
        },
        footer = {"", "The folder examples/ has scenarios to begin with."})
public final class EvaluateCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SCENARIO", description = "A YAML or JSON file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private Path file;

    @Option(names = "--policy", paramLabel = "NAME", description = "Print this policy of the file only.")
    private @Nullable String policy;

    @Option(names = "--explain", description = "Print how each number came about.")
    private boolean explain;

    @Option(names = "--json", description = "Print JSON, with all explanations.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Scenario scenario;
        try {
            scenario = Scenario.evaluate(file);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()), wrong);
        }
        Map<String, Report> wanted = wanted(scenario);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            ReportJson.write(scenario, wanted, out);
        } else {
            print(scenario, wanted, out);
        }
        out.flush();
        return scenario.misses().isEmpty() ? 0 : 1;
    }

    private Map<String, Report> wanted(Scenario scenario) {
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

    private void print(Scenario scenario, Map<String, Report> wanted, PrintWriter out) {
        if (!scenario.title().isEmpty()) {
            out.println(scenario.title());
        }
        if (!scenario.source().isEmpty()) {
            out.println("source: " + scenario.source());
        }
        wanted.forEach((name, report) -> {
            out.println();
            if (scenario.reports().size() > 1) {
                out.println("policy " + name);
                out.println();
            }
            ReportText.print(report, explain, out);
        });
        for (Expectations.Miss miss : scenario.misses()) {
            out.println(
                    "differs: " + miss.where() + ": expected " + miss.expected() + ", came out as " + miss.actual());
        }
        if (scenario.met() > 0 || !scenario.misses().isEmpty()) {
            out.println(scenario.met() + " of "
                    + (scenario.met() + scenario.misses().size()) + " expected values came out");
        }
    }
}
