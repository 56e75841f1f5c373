package io.fairway.client.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway man}: the manual page of all commands, or of one. */
@Command(
        name = "man",
        mixinStandardHelpOptions = true,
        description = "Print the manual page of all commands, or of one, for man and groff.",
        footer = {
            "",
            "Examples:",
            "  fairway man > fairway.1 && man -l fairway.1",
            "  fairway man usage > fairway-usage.1"
        })
public final class ManCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "Command, and what follows it; all without.")
    private List<String> words = List.of();

    @Override
    public Integer call() {
        CommandSpec command = spec.root();
        for (String word : words) {
            CommandLine below = command.subcommands().get(word);
            if (below == null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "no command '" + word + "' in " + command.qualifiedName() + "; there are "
                                + String.join(", ", command.subcommands().keySet()));
            }
            command = below.getCommandSpec();
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(new ManPage(command).text());
        out.flush();
        return 0;
    }
}
