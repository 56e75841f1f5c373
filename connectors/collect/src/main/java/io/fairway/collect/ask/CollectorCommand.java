package io.fairway.collect.ask;

import io.fairway.program.ProgramConfig;
import io.fairway.program.ProgramOptions;
import io.fairway.program.metrics.MetricsServer;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What the commands share that look at a scheduler. */
public abstract class CollectorCommand implements Callable<Integer> {
    private static final String NOWHERE = "none";

    @Mixin
    protected final ProgramOptions options = new ProgramOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    protected CommandSpec spec;

    @Option(names = "--once", description = "Look once, then exit.")
    private boolean once;

    /** Looks once or until somebody wants it to end, with the metrics of its configuration, and returns the exit code. */
    protected final int run(ProgramConfig config, Collector collector) throws InterruptedException {
        try (MetricsServer metrics = MetricsServer.start(config)) {
            if (!once) {
                collector.run();
                return 0;
            }
            var unused = collector.look();
            return collector.hasFailed() ? 1 : 0;
        }
    }

    /** Whether it looks once only. */
    protected final boolean looksOnce() {
        return once;
    }

    /** Prints a line at once. */
    protected final void print(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }

    /** Settings that are not needed in a dry run. */
    protected static Map<String, String> usual(boolean dryRun) {
        return dryRun
                ? Map.of(ProgramConfig.BOOTSTRAP_SERVERS, NOWHERE, ProgramConfig.SCHEMA_REGISTRY_URL, NOWHERE)
                : Map.of();
    }
}
