package io.fairway.trial.demo;

import io.fairway.policies.avro.AlgorithmName;
import io.fairway.policies.yaml.Durations;
import io.fairway.trial.replay.Workbench;
import java.io.Console;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fairway demo}: all parts of Fairway with a simulated cluster, live. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Run Fairway with a simulated cluster whose users always want more than they get: show each account's share and"
                    + " what it gets, and judge the result. Starts a broker, a schema registry, the application and the"
                    + " dispatcher.",
            ""
        },
        footer = {
            "",
            "Shares decide what an account gets, not its demand: two of the four accounts",
            "submit far more than their shares. Try --algorithm fifo to see the result without fairshare.",
            "Ctrl-C ends it early, with a verdict on the time until then."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every account got its share within 5 points, jobs were dispatched, nothing was refused",
            "1:otherwise; the reason is printed",
            "2:wrong command line"
        })
public final class DemoCommand implements Callable<Integer> {
    private static final int HIGHEST_PORT = 65_535;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            defaultValue = "90s",
            description = "Length of the demo. Default: ${DEFAULT-VALUE}.")
    private String length = "90s";

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            defaultValue = "slurm",
            description = {
                "Policy that decides: slurm; lsf (a queue with fairshare); or moab (fairshare targets)."
                        + " Default: ${DEFAULT-VALUE}.",
                "The other two run beside it as shadows."
            })
    private String policy = "slurm";

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            description = "Fairshare algorithm of policy slurm: fair-tree, fair-tree-slurm, classic, depth-oblivious,"
                    + " linear or fifo. Default: fair-tree.")
    private @Nullable String algorithm;

    @Option(
            names = "--half-life",
            paramLabel = "TIME",
            defaultValue = "20s",
            description = "Half-life of usage. LSF's HIST_HOURS and Moab's windows follow from it."
                    + " Default: ${DEFAULT-VALUE}.")
    private String halfLife = "20s";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port of the broker. Default: a free port.")
    private int port;

    @Option(
            names = "--registry-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port of the schema registry. Default: a free port.")
    private int registryPort;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port of the page and the API. Default: 8090, or a free port.")
    private int httpPort;

    @Option(
            names = {"-b", "--bootstrap-servers"},
            paramLabel = "HOST:PORT",
            description = {
                "Brokers with Fairway's topics. The demo then starts the dispatcher and the simulated cluster alone.",
                "An application must run there, and --schema-registry is needed, too."
            })
    private @Nullable String brokers;

    @Option(
            names = {"-r", "--schema-registry"},
            paramLabel = "URL",
            description = "Schema registry of these brokers.")
    private @Nullable String registry;

    @Option(
            names = "--plain",
            description = "Print a line every five seconds. This is the default if standard output is not a terminal.")
    private boolean plain;

    private Workbench.Opener opener = Workbench::open;

    /** Takes other servers than those that it would start. */
    void on(Workbench.Opener others) {
        opener = others;
    }

    @Override
    public Integer call() {
        DemoPlan wanted = plan();
        PrintWriter out = spec.commandLine().getOut();
        Screen screen = plain || !isTerminal() ? Screen.plain(out) : Screen.terminal(out);
        return Demo.run(wanted, screen, opener).isPassed() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private DemoPlan plan() {
        try {
            DemoPolicy chosen = DemoPolicy.of(policy);
            if (algorithm != null && chosen != DemoPolicy.SLURM) {
                throw new IllegalArgumentException(
                        "--algorithm " + algorithm + ": can be used only with --policy slurm, not with " + chosen);
            }
            return new DemoPlan(
                    Durations.parse("--for", length),
                    chosen,
                    algorithm == null ? AlgorithmName.FAIR_TREE : AlgorithmName.of(algorithm),
                    Durations.parse("--half-life", halfLife),
                    checked("--port", port),
                    checked("--registry-port", registryPort),
                    checked("--http-port", httpPort),
                    servers());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private @Nullable DemoServers servers() {
        if (brokers == null && registry == null) {
            return null;
        }
        if (brokers == null || registry == null) {
            throw new IllegalArgumentException(
                    "--bootstrap-servers and --schema-registry: one is missing; give both, or none");
        }
        if (port != 0 || registryPort != 0 || httpPort != 0) {
            throw new IllegalArgumentException(
                    "--bootstrap-servers " + brokers + ": no ports can be given for servers that run already");
        }
        return new DemoServers(Map.of("bootstrap.servers", brokers, "schema.registry.url", registry));
    }

    private static int checked(String option, int port) {
        if (port < 0 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException(option + " " + port + ": must be 1 to " + HIGHEST_PORT);
        }
        return port;
    }

    /** Whether standard output is a terminal that a person looks at. */
    @SuppressWarnings("SystemConsoleNull") // asked further below
    private static boolean isTerminal() {
        Console console = System.console();
        String type = System.getenv("TERM");
        return console != null && type != null && !type.equals("dumb") && isTerminal(console);
    }

    /** Some JDKs after 21 have a console even without a terminal, and can tell. */
    private static boolean isTerminal(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }
}
