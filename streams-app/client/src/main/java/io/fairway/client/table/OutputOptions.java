package io.fairway.client.table;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How to print an answer, and how often to ask for it. */
public final class OutputOptions {
    private static final double SHORTEST_SECONDS = 0.1;
    private static final double LONGEST_SECONDS = 86_400;
    private static final int NARROWEST = 20;

    @Option(names = "--json", description = "Print the answer of the API as JSON.")
    private boolean json;

    @Option(names = "--csv", description = "Print CSV (RFC 4180), numbers with all digits.")
    private boolean csv;

    @Option(
            names = "--watch",
            arity = "0..1",
            fallbackValue = "2",
            paramLabel = "SECONDS",
            description = "Repeat every SECONDS (${FALLBACK-VALUE}) until Ctrl-C.")
    private @Nullable Double watch;

    @Option(names = "--times", paramLabel = "N", description = "With --watch: stop after N answers.")
    private @Nullable Integer times;

    @Option(
            names = "--width",
            paramLabel = "COLUMNS",
            description = "Width of tables. Default: width of the terminal; unlimited in files and pipes.")
    private @Nullable Integer width;

    public boolean json() {
        return json;
    }

    public boolean csv() {
        return csv;
    }

    /** Milliseconds between two answers; {@code null} = one answer only. */
    public @Nullable Long pauseMillis() {
        return watch == null ? null : Math.round(watch * 1000);
    }

    /** The number of answers to print; 0 = no end. */
    public int times() {
        return times == null ? 0 : times;
    }

    /** The terminal, with the requested width. */
    public Terminal terminal() {
        Terminal terminal = Terminal.current();
        return width == null ? terminal : new Terminal(terminal.terminal(), width, terminal.rows(), terminal.colours());
    }

    /**
     * Refuses options that contradict each other.
     *
     * @throws ParameterException with the values and the rule
     */
    public void check(CommandSpec spec) {
        refuse(spec, json && csv, "--json and --csv: use one of them");
        refuse(
                spec,
                watch != null && !(watch >= SHORTEST_SECONDS && watch <= LONGEST_SECONDS),
                "--watch " + watch + ": must be " + SHORTEST_SECONDS + " to " + (int) LONGEST_SECONDS + " seconds");
        refuse(spec, times != null && times < 1, "--times " + times + ": must be 1 or more");
        refuse(spec, times != null && watch == null, "--times " + times + ": needs --watch");
        refuse(spec, width != null && width < NARROWEST, "--width " + width + ": must be " + NARROWEST + " or more");
    }

    /**
     * Refuses --json and --csv together with a format that has columns of its own.
     *
     * @param ownColumns whether the format has its own columns
     */
    public void refuseBeside(CommandSpec spec, Enum<?> format, boolean ownColumns) {
        refuse(
                spec,
                ownColumns && (json() || csv()),
                "--format " + format + ": cannot be combined with --json or --csv");
    }

    public static void refuse(CommandSpec spec, boolean wrong, String message) {
        if (wrong) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }
}
