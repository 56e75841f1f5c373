package io.fairway.bench.load;

import io.fairway.bench.bed.BenchServers;
import io.fairway.bench.bed.EmbeddedServers;
import io.fairway.trial.replay.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fairway load}: the throughput of this machine, and the cost of queries. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measure how many job events a second this machine processes with a share tree of a given size, and what HTTP"
                    + " queries cost. Starts a broker, a schema registry and the application.",
            ""
        },
        footer = {
            "",
            "It measures with and without queries in turn, at full load and at half of it, and prints medians.",
            "The ratios also hold on other machines; the rates do not.",
            "",
            "Example:",
            "  fairway load --associations 100000 --key-rate 100 --page-rate 5 \\",
            "      --for 20 --json load.json"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:measured", "1:failed; the cause is on standard error", "2:wrong command line"})
public final class LoadCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Option(
            names = "--associations",
            paramLabel = "N",
            description = "Users of the share tree. Default: ${DEFAULT-VALUE}.")
    private int associations = 10_000;

    @Option(
            names = "--accounts",
            paramLabel = "N",
            description = "Accounts of the share tree. Default: ${DEFAULT-VALUE}.")
    private int accounts = 100;

    @Option(
            names = "--key-rate",
            paramLabel = "N",
            description = "Queries a second for the fairshare of one association. Default: ${DEFAULT-VALUE}.")
    private double keyRate = 100;

    @Option(
            names = "--page-rate",
            paramLabel = "N",
            description = "Queries a second for the top of the ranking. Default: ${DEFAULT-VALUE}.")
    private double pageRate = 5;

    @Option(names = "--page-size", paramLabel = "N", description = "Rows of the ranking. Default: ${DEFAULT-VALUE}.")
    private int pageSize = 100;

    @Option(
            names = "--for",
            paramLabel = "SECONDS",
            description = "Length of each measurement. Default: ${DEFAULT-VALUE}.")
    private int seconds = 20;

    @Option(names = "--rounds", paramLabel = "N", description = "Measurements of each kind. Default: ${DEFAULT-VALUE}.")
    private int rounds = 3;

    @Option(names = "--json", paramLabel = "FILE", description = "Write all measurements to this file.")
    private @Nullable Path json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Do not print progress.")
    private boolean quiet;

    private BenchServers.Opener opener = EmbeddedServers::start;

    /** Takes other servers than those that it would start. */
    void on(BenchServers.Opener others) {
        opener = others;
    }

    @Override
    public Integer call() throws IOException {
        LoadPlan plan;
        try {
            plan = new LoadPlan(
                    associations, accounts, keyRate, pageRate, pageSize, Duration.ofSeconds(seconds), rounds);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()), wrong);
        }
        PrintWriter err = spec.commandLine().getErr();
        try (Writer target = json == null ? null : target(json)) {
            LoadResult result = Load.run(plan, new Progress(err, !quiet), opener);
            result.print(spec.commandLine().getOut());
            if (target != null) {
                result.write(target);
            }
        }
        return 0;
    }

    /** Opens the file before the run, so that a wrong path fails at once. */
    private Writer target(Path path) {
        try {
            return Files.newBufferedWriter(path);
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "--json \"" + path + "\": cannot be written: " + e, e);
        }
    }
}
