package io.fairway.agent;

import io.fairway.program.QuickProgram;
import java.io.PrintWriter;
import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;

/** The program {@code fairway agent}. */
public final class AgentMain {
    private AgentMain() {}

    public static void main(String[] args) {
        QuickProgram.begin();
        QuickProgram.end(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new AgentCommand());
        String version = AgentMain.class.getPackage().getImplementationVersion();
        line.getCommandSpec().version("fairway agent " + (version == null ? "(not packaged)" : version));
        return line.setParameterExceptionHandler(AgentMain::onMisuse)
                .setExecutionExceptionHandler((failure, command, parsed) -> onFailure(failure, command))
                .setUsageHelpAutoWidth(true);
    }

    private static int onMisuse(ParameterException misuse, String[] args) {
        PrintWriter err = misuse.getCommandLine().getErr();
        err.println("fairway agent: " + String.valueOf(misuse.getMessage()).replaceAll("\\s*\\R\\s*", " "));
        err.println("See '" + misuse.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
        return mayFail(misuse.getCommandLine(), List.of(args)) ? ExitCode.USAGE : ExitCode.OK;
    }

    /** A prolog that fails takes its host out of service. */
    private static boolean mayFail(CommandLine command, List<String> args) {
        return !(command.getCommand() instanceof AgentJobCommand) || args.contains("--strict");
    }

    private static int onFailure(Exception failure, CommandLine command) {
        String message = failure.getMessage();
        command.getErr().println("fairway agent: " + (message == null ? failure.toString() : message));
        if (!mayFail(command, command.getParseResult().originalArgs())) {
            return ExitCode.OK;
        }
        return failure instanceof ConfigException ? ExitCode.USAGE : ExitCode.SOFTWARE;
    }
}
