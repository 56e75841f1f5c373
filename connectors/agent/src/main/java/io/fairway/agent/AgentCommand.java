package io.fairway.agent;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code fairway agent}: runs the agent. */
@Command(
        name = "fairway agent",
        mixinStandardHelpOptions = true,
        subcommands = {AgentJobCommand.class, AgentFindCommand.class},
        description = {
            "Sample the jobs of this host, and report their starts and ends.",
            "",
            "It finds jobs by their control groups and by what 'fairway agent job' tells it. What it knows waits on disk"
                    + " until a broker has it. docs/agent.md says more, and lists the keys without an option.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped on request",
            "1:state directory, socket or port cannot be used; standard error has the cause",
            "2:bad usage or configuration"
        })
final class AgentCommand implements Callable<Integer> {
    @Mixin
    private AgentOptions options = new AgentOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        AgentLog.open(Objects.requireNonNullElse(System.getenv(AgentLog.FORMAT), ""));
        HostAgent agent = new HostAgent(options.config(spec));
        Thread runner = Thread.currentThread();
        // Ends in order on SIGTERM; the JVM waits for the hook.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            runner.interrupt();
                            agent.close();
                        },
                        "end"));
        agent.run();
        return 0;
    }
}
