package io.fairway.simulator;

import io.fairway.simulator.streams.Wiring;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fairway simulate}: schedules of crashes and late records, from seeds, against the laws of the application. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Run the application's own processors in a simulated Kafka, where instances are killed between any two steps,"
                    + " stand still, lose their tasks, their clocks and the answers to their commits, while records come"
                    + " late, twice, ahead, misrouted and damaged. Usage must be the closed integral of what was accepted,"
                    + " and nothing may be sent twice, lost or held up.",
            ""
        },
        footer = {
            "",
            "A seed is one schedule, and gives the same run each time. The first schedule that breaks a law is made as small"
                    + " as possible, and told step by step.",
            "",
            "Examples:",
            "  fairway simulate --seeds 1..100000",
            "  fairway simulate --seeds 4711"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every law held",
            "1:a law was broken; its story is on standard output",
            "2:wrong command line"
        })
public final class SimulateCommand implements Callable<Integer> {
    private static final double MILLIS_PER_YEAR = 365.25 * 86_400_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Option(
            names = "--seeds",
            paramLabel = "FROM..TO",
            converter = SeedRange.Converter.class,
            description = "The seeds of the schedules, or one seed. Default: 1..1000.")
    private SeedRange seeds = new SeedRange(1, 1_000);

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Schedules that run at the same time. Default: one for each processor.")
    private int workers = Runtime.getRuntime().availableProcessors();

    @Override
    public Integer call() throws InterruptedException {
        if (workers < 1) {
            throw new ParameterException(spec.commandLine(), "--workers " + workers + ": must be 1 or more");
        }
        PrintWriter out = spec.commandLine().getOut();
        Runs runs = new Runs(Wiring.SOUND);
        long begun = System.nanoTime();
        runs.run(seeds, workers);
        print(out, runs.tally(), Duration.ofNanos(System.nanoTime() - begun));
        runs.broken().forEach((seed, law) -> {
            out.println();
            out.println(runs.story(seed, law));
        });
        out.flush();
        return runs.broken().isEmpty() ? 0 : 1;
    }

    private static void print(PrintWriter out, Tally tally, Duration took) {
        double seconds = Math.max(took.toMillis(), 1) / 1000.0;
        out.printf(
                Locale.ROOT,
                "%,d schedules in %,.0f s: %,.0f a second. %,.1f simulated years: %,.1f a minute.%n",
                tally.schedules(),
                seconds,
                tally.schedules() / seconds,
                tally.millis() / MILLIS_PER_YEAR,
                tally.millis() / MILLIS_PER_YEAR / seconds * 60);
        out.println("What happened:");
        for (Map.Entry<String, Long> count : tally.counts().entrySet()) {
            out.printf(Locale.ROOT, "%,12d  %s%n", count.getValue(), count.getKey());
        }
    }
}
