package io.fairway.system;

import io.fairway.client.table.PlainWriter;
import io.fairway.program.QuickProgram;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
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
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code fairway}: all commands, and the meaning of exit codes. */
@Command(
        name = "fairway",
        description = "Fairshare and job priorities for batch clusters, on Kafka Streams.",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:failed; the cause is on standard error",
            "2:wrong command line or configuration; nothing was done",
            "130, 143:ended by Ctrl-C or SIGTERM before it was done"
        },
        footer = {
            "",
            "Run 'fairway help COMMAND' for the options of a command.",
            "'fairway agent' is the host agent, a small program of its own for compute nodes."
        })
public final class FairwayMain implements Runnable {
    private static final String VERBOSE = "--verbose";

    /** The exit code after Ctrl-C: 128, and the number of SIGINT. */
    private static final int INTERRUPTED = 130;

    /** The log level of logback.xml for the terminal. It is read when the first logger is made. */
    private static final String CONSOLE_LEVEL = "fairway.console";

    /** The log level of logback.xml for Fairway itself. */
    private static final String LEVEL = "fairway.level";

    /** Set by the launcher, if this run leaves the archive of classes for short commands. */
    private static final String ARCHIVE_BEGINS = "fairway.class.archive.begins";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Option(
            names = VERBOSE,
            scope = ScopeType.INHERIT,
            description = "Show the log on the terminal, and errors in full.")
    private boolean verbose;

    public static void main(String[] words) {
        QuickProgram.begin();
        String[] args = asked(words);
        if (List.of(args).contains(VERBOSE) && System.getProperty(CONSOLE_LEVEL) == null) {
            System.setProperty(CONSOLE_LEVEL, "INFO");
        } else if (args.length > 0 && args[0].equals("simulate") && System.getProperty(LEVEL) == null) {
            // Each start of a task is a line: dozens in each of a million schedules.
            System.setProperty(LEVEL, "ERROR");
        }
        Thread.setDefaultUncaughtExceptionHandler(FairwayMain::onDeadThread);
        Ending ending = Ending.ofThisThread();
        int code = commandLine(args.length == 0 ? "" : args[0]).execute(args);
        if (Boolean.getBoolean(ARCHIVE_BEGINS)) {
            commandLine().getUsageMessage(); // Help takes its classes from there, too.
        }
        ending.exit(code);
    }

    /** {@code help COMMAND} is {@code COMMAND --help}, as in other tools. */
    static String[] asked(String[] words) {
        if (words.length == 0 || !words[0].equals("help")) {
            return words;
        }
        return Stream.concat(Arrays.stream(words).skip(1), Stream.of("--help")).toArray(String[]::new);
    }

    /** The command line with all its commands. */
    public static CommandLine commandLine() {
        return commandLine("");
    }

    /** The command line for a first word. It may have only the command of this name: to read all takes longer than most runs. */
    public static CommandLine commandLine(String word) {
        CommandLine line = new CommandLine(new FairwayMain());
        Commands.addTo(line, word);
        line.setExecutionStrategy(FairwayMain::run)
                .setExecutionExceptionHandler(FairwayMain::onFailure)
                .setParameterExceptionHandler(FairwayMain::onMisuse)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
        addHelp(line);
        return line;
    }

    /** Without a command: lists the commands. */
    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "no command: give one of " + String.join(", ", Commands.names()));
    }

    /** Help has styles of its own. What a command prints has names in it, and goes out as plain text. */
    private static int run(ParseResult parsed) {
        Integer help = CommandLine.executeHelpRequest(parsed);
        if (help != null) {
            return help;
        }
        for (CommandLine command : parsed.asCommandLineList()) {
            command.setOut(PlainWriter.of(command.getOut())).setErr(PlainWriter.of(command.getErr()));
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    /** Gives the help and version options to every command without them. */
    private static void addHelp(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        if (spec.userObject() == null) {
            return; // Only its name is listed.
        }
        if (spec.findOption("--help") == null) {
            spec.mixinStandardHelpOptions(true);
        }
        spec.versionProvider(new Version());
        line.getSubcommands().values().forEach(FairwayMain::addHelp);
    }

    private static int onMisuse(ParameterException misuse, String[] args) {
        CommandLine command = misuse.getCommandLine();
        PrintWriter err = PlainWriter.of(command.getErr());
        // Its message is complete; the cause says the same in other words.
        err.println("fairway: " + String.valueOf(misuse.getMessage()).replaceAll("\\s*\\R\\s*", " "));
        UnmatchedArgumentException.printSuggestions(misuse, err);
        err.println("See '" + command.getCommandSpec().qualifiedName() + " --help'.");
        printWhole(misuse, List.of(args).contains(VERBOSE), err);
        return ExitCode.USAGE;
    }

    private static int onFailure(Exception failure, CommandLine command, ParseResult parsed) {
        PrintWriter err = PlainWriter.of(command.getErr());
        // Picocli wraps an Error.
        Throwable cause = failure instanceof CommandLine.ExecutionException && failure.getCause() != null
                ? failure.getCause()
                : failure;
        if (Failure.isInterruption(cause)) {
            return INTERRUPTED; // Who pressed Ctrl-C knows why it ended.
        }
        err.println("fairway: " + Failure.line(cause));
        boolean wanted = command.getCommandSpec().root().userObject() instanceof FairwayMain main && main.verbose;
        printWhole(failure, wanted, err);
        return Failure.isOf(failure, ConfigException.class) ? ExitCode.USAGE : ExitCode.SOFTWARE;
    }

    /** An error in a background thread: the command goes on or ends by itself. The log has the whole error. */
    static void onDeadThread(Thread thread, Throwable failure) {
        System.err.println(
                "fairway: thread " + thread.getName() + " died: " + PlainWriter.plain(Failure.line(failure)));
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
