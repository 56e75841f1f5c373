package io.fairway.client.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fairway diff}: what another tool says, beside Fairway. */
@Command(
        name = "diff",
        description = "Compare what a live scheduler says with what Fairway says.",
        subcommands = DiffSshareCommand.class)
public final class DiffCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no tool to compare with: give sshare");
    }
}
