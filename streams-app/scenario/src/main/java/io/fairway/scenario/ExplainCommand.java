package io.fairway.scenario;

import io.fairway.scenario.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway explain}: says why a number of a scenario is what it is. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = {
            "Explain the factors and priorities of a scenario file: the formula, what each term costs, what would change"
                    + " the number, and when it recovers. Needs no broker.",
            "Without --node and --job, it explains the association with the lowest factor and the last job."
        },
        footer = {
            "",
            "Examples:",
            "  fairway explain examples/slurm-2.0-sample-decay.yaml",
            "  fairway explain examples/slurm-2.0-five-users.yaml --node /A/C/user2",
            "  fairway explain examples/lsf-dynamic-priority.yaml \\",
            "      --policy default --node /busy",
            "  fairway explain examples/moab-fairshare-windows.yaml --node 'user john'",
            "  fairway explain examples/slurm-2.0-blend.yaml --job 2 --json"
        })
public final class ExplainCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SCENARIO", description = "A YAML or JSON file, see docs/evaluate.md.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private Path file;

    @Option(names = "--policy", paramLabel = "NAME", description = "Explain only this policy of the file.")
    private @Nullable String policy;

    @ArgGroup
    private @Nullable Which which;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    /** Either a node or a job. */
    private static final class Which {
        @Option(
                names = "--node",
                paramLabel = "PATH",
                description =
                        "An association, share account, credential, pool or queue, as evaluate prints it: /A/C/user2,"
                                + " 'user john', pool/queue.")
        private @Nullable String node;

        @Option(names = "--job", paramLabel = "ID", description = "A waiting job.")
        private @Nullable String job;
    }

    @Override
    public Integer call() throws IOException {
        Scenario scenario = ScenarioInput.evaluate(spec, file);
        Map<String, List<Subject>> explained = new LinkedHashMap<>();
        ScenarioInput.wanted(spec, scenario, policy)
                .forEach((name, report) -> explained.put(name, Misuse.orUsage(spec, () -> subjects(report))));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            ExplanationJson.write(scenario, explained, out);
        } else {
            ScenarioInput.printHead(scenario, out);
            explained.forEach((name, subjects) -> {
                if (scenario.reports().size() > 1) {
                    out.println();
                    out.println("policy " + name);
                }
                subjects.forEach(subject -> {
                    out.println();
                    ExplanationText.print(subject, out);
                });
            });
        }
        out.flush();
        return 0;
    }

    private List<Subject> subjects(Report report) {
        Which asked = which;
        if (asked == null) {
            return Subject.last(report);
        }
        String node = asked.node;
        String job = asked.job;
        return node != null ? Subject.node(report, node) : Subject.job(report, String.valueOf(job));
    }
}
