package io.fairway.system;

import java.io.PrintWriter;
import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code fairway}: every command, and what its exit code means. */
@Command(
        name = "fairway",
        description = "Fair shares and job priorities for batch clusters, computed on Kafka Streams.",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:failed; the cause is on standard error",
            "2:the command line or the configuration is wrong; nothing was done",
            "130, 143:ended by Ctrl-C or SIGTERM before it was done"
        },
        footer = {"", "fairway COMMAND --help says more about a command."})
public final class FairwayMain implements Runnable {
    private static final String VERBOSE = "--verbose";

    /** Decides what logback.xml lets through to the terminal; it is read when the first logger is made. */
    private static final String CONSOLE_LEVEL = "fairway.console";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Option(
            names = VERBOSE,
            scope = ScopeType.INHERIT,
            description = "Show the log on the terminal, and the whole of an error.")
    private boolean verbose;

    public static void main(String[] args) {
        if (List.of(args).contains(VERBOSE) && System.getProperty(CONSOLE_LEVEL) == null) {
            System.setProperty(CONSOLE_LEVEL, "INFO");
        }
        Thread.setDefaultUncaughtExceptionHandler(FairwayMain::onDeadThread);
        Ending ending = Ending.ofThisThread();
        ending.exit(commandLine(args.length == 0 ? "" : args[0]).execute(args));
    }

    /** The command line with all its commands. */
    public static CommandLine commandLine() {
        return commandLine("");
    }

    /** The command line for a first word: it may have no other command than the one that is named. */
    static CommandLine commandLine(String word) {
        CommandLine line = new CommandLine(new FairwayMain());
        Commands.addTo(line, word);
        line.setExecutionExceptionHandler(FairwayMain::onFailure)
                .setParameterExceptionHandler(FairwayMain::onMisuse)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
        addHelp(line);
        return line;
    }

    /** Without a command: says which there are. */
    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "no command: name one of " + String.join(", ", Commands.names()));
    }

    /** Gives help and the version to every command that does not bring them itself. */
    private static void addHelp(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        if (spec.findOption("--help") == null) {
            spec.mixinStandardHelpOptions(true);
        }
        spec.versionProvider(new Version());
        line.getSubcommands().values().forEach(FairwayMain::addHelp);
    }

    private static int onMisuse(ParameterException misuse, String[] args) {
        CommandLine command = misuse.getCommandLine();
        PrintWriter err = command.getErr();
        // Its message is whole; what caused it says the same in other words.
        err.println("fairway: " + String.valueOf(misuse.getMessage()).replaceAll("\\s*\\R\\s*", " "));
        err.println("See '" + command.getCommandSpec().qualifiedName() + " --help'.");
        printWhole(misuse, List.of(args).contains(VERBOSE), err);
        return ExitCode.USAGE;
    }

    private static int onFailure(Exception failure, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        // An Error comes packed up by picocli.
        Throwable cause = failure instanceof CommandLine.ExecutionException && failure.getCause() != null
                ? failure.getCause()
                : failure;
        err.println("fairway: " + Failure.line(cause));
        boolean wanted = command.getCommandSpec().root().userObject() instanceof FairwayMain main && main.verbose;
        printWhole(failure, wanted, err);
        return Failure.isOf(failure, ConfigException.class) ? ExitCode.USAGE : ExitCode.SOFTWARE;
    }

    /** A thread that nobody waits for: its command goes on or ends by itself; whoever reads the log sees the whole. */
    private static void onDeadThread(Thread thread, Throwable failure) {
        System.err.println("fairway: thread " + thread.getName() + " died: " + Failure.line(failure));
        LoggerFactory.getLogger(FairwayMain.class).error("thread {} died", thread.getName(), failure);
    }

    private static void printWhole(Exception failure, boolean wanted, PrintWriter err) {
        if (wanted) {
            failure.printStackTrace(err);
        }
        err.flush();
    }

    private static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = FairwayMain.class.getPackage().getImplementationVersion();
            return new String[] {"fairway " + (version == null ? "(not packaged)" : version)};
        }
    }
}
