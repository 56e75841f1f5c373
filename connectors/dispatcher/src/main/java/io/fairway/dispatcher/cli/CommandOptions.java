package io.fairway.dispatcher.cli;

import io.fairway.dispatcher.command.ProgramCluster;
import io.fairway.dispatcher.order.Cluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The options of {@code fairway dispatch --to command}. */
final class CommandOptions {
    @Parameters(
            arity = "0..*",
            paramLabel = "PROGRAM ARGS",
            description = "With --to command: the program that starts jobs, and its arguments, after --.")
    private List<String> program = new ArrayList<>();

    @Option(
            names = "--answer-timeout",
            paramLabel = "SECONDS",
            description =
                    "With --to command: start the program again if it does not answer in this time. Default: ${DEFAULT-VALUE}.")
    private int answerSeconds = 30;

    @Option(
            names = "--retry-after",
            paramLabel = "SECONDS",
            description = "With --to command: leave a refused job alone for this time. Default: ${DEFAULT-VALUE}.")
    private int againSeconds = 60;

    void check(CommandSpec spec) {
        if (program.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--to command: give the program after --");
        }
        if (answerSeconds < 1 || againSeconds < 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--answer-timeout " + answerSeconds + ", --retry-after " + againSeconds + ": must be 1 or more");
        }
    }

    ProgramCluster cluster(Cluster slots, Consumer<String> listener) {
        return new ProgramCluster(
                slots, program, Duration.ofSeconds(answerSeconds), Duration.ofSeconds(againSeconds), listener);
    }
}
