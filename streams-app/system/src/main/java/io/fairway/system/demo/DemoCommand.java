package io.fairway.system.demo;

import io.fairway.policies.avro.AlgorithmName;
import io.fairway.policies.yaml.Durations;
import java.io.Console;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fairway demo}: everything at once, to look at. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Start a broker, a schema registry, the application, the reference dispatcher and a simulated cluster whose"
                    + " users always want more than they get; show who gets what; and judge it in the end.",
            ""
        },
        footer = {
            "",
            "Everybody's share comes from the accounts' shares, not from who asks for most: two of the four accounts",
            "submit far more than they are owed. See what happens without fairshare with --algorithm fifo.",
            "Ctrl-C ends it early, with the verdict on what was there until then."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every account got its share within 5 points, jobs were dispatched, nothing was refused",
            "1:not so, or a part of it failed; what is wrong is said",
            "2:bad usage"
        })
public final class DemoCommand implements Callable<Integer> {
    private static final int HIGHEST_PORT = 65_535;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Option(names = "--for", paramLabel = "TIME", defaultValue = "90s", description = "How long. (${DEFAULT-VALUE})")
    private String length = "90s";

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            defaultValue = "slurm",
            description = {
                "Which policy decides: slurm; lsf, a queue with fairshare; or moab, fairshare targets."
                        + " (${DEFAULT-VALUE})",
                "The other two are computed beside it, as shadows."
            })
    private String policy = "slurm";

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            description = "Fairshare algorithm of policy slurm: fair-tree, fair-tree-slurm, classic, depth-oblivious,"
                    + " linear or fifo. (fair-tree)")
    private @Nullable String algorithm;

    @Option(
            names = "--half-life",
            paramLabel = "TIME",
            defaultValue = "20s",
            description = "Time in which usage is half forgotten. LSF's HIST_HOURS and Moab's windows are made of it."
                    + " (${DEFAULT-VALUE})")
    private String halfLife = "20s";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port of the broker. (one that is free)")
    private int port;

    @Option(
            names = "--registry-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port of the schema registry. (one that is free)")
    private int registryPort;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port of the page and the API. (8090, or one that is free)")
    private int httpPort;

    @Option(
            names = "--plain",
            description = "A line every five seconds, as is written where standard output is no terminal.")
    private boolean plain;

    @Override
    public Integer call() {
        DemoPlan wanted = plan();
        PrintWriter out = spec.commandLine().getOut();
        Screen screen = plain || !isTerminal() ? Screen.plain(out) : Screen.terminal(out);
        return Demo.run(wanted, screen).isPassed() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private DemoPlan plan() {
        try {
            DemoPolicy chosen = DemoPolicy.of(policy);
            if (algorithm != null && chosen != DemoPolicy.SLURM) {
                throw new IllegalArgumentException(
                        "--algorithm " + algorithm + ": is for --policy slurm, not for " + chosen);
            }
            return new DemoPlan(
                    Durations.parse("--for", length),
                    chosen,
                    algorithm == null ? AlgorithmName.FAIR_TREE : AlgorithmName.of(algorithm),
                    Durations.parse("--half-life", halfLife),
                    checked("--port", port),
                    checked("--registry-port", registryPort),
                    checked("--http-port", httpPort));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private static int checked(String option, int port) {
        if (port < 0 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException(option + " " + port + ": must be 1 to " + HIGHEST_PORT);
        }
        return port;
    }

    /** Whether a person looks at it, on something that can be drawn over. */
    @SuppressWarnings("SystemConsoleNull") // asked further below
    private static boolean isTerminal() {
        Console console = System.console();
        String type = System.getenv("TERM");
        return console != null && type != null && !type.equals("dumb") && isTerminal(console);
    }

    /** Some JDKs after 21 have a console without a terminal too; those can be asked. */
    private static boolean isTerminal(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }
}
