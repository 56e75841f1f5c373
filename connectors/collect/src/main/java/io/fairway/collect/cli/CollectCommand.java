package io.fairway.collect.cli;

import io.fairway.collect.bridge.CollectTopicCommand;
import io.fairway.collect.hosts.CollectHostsCommand;
import io.fairway.collect.slurm.CollectSlurmCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fairway collect}: the parent of a command for each source that is followed while the cluster runs. */
@Command(
        name = "collect",
        mixinStandardHelpOptions = true,
        description = "Follow a running scheduler, and send what happens as job events and hosts.",
        subcommands = {CollectSlurmCommand.class, CollectHostsCommand.class, CollectTopicCommand.class})
public final class CollectCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "the source is missing; must be one of "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
