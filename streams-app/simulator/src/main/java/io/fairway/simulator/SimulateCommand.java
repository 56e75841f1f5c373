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
                    + " late, twice, ahead, misrouted and damaged, clocks are years off and tables are compacted. Usage must"
                    + " be the closed integral of what was accepted,"
                    + " and nothing may be sent twice, lost or held up.",
            ""
        },
        footer = {
            "",
            "Every 10 s it says on standard error how fast it is and how much is left. A signal to end lets the schedules that"
                    + " have begun come to their end, and prints what was run.",
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
            "0:every law held, in all schedules or in those before a signal",
            "1:a law was broken; its story is on standard output",
            "2:wrong command line"
        })
public final class SimulateCommand implements Callable<Integer> {
    private static final Duration PROGRESS = Duration.ofSeconds(10);

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
    public Integer call() {
        if (workers < 1) {
            throw new ParameterException(spec.commandLine(), "--workers " + workers + ": must be 1 or more");
        }
        PrintWriter out = spec.commandLine().getOut();
        Runs runs = new Runs(Wiring.SOUND);
        long begun = System.nanoTime();
        PrintWriter err = spec.commandLine().getErr();
        boolean whole = runs.run(seeds, workers, PROGRESS, done -> {
            err.println(progress(done, seeds.count(), Duration.ofNanos(System.nanoTime() - begun)));
            err.flush();
        });
        print(out, runs.tally(), Duration.ofNanos(System.nanoTime() - begun));
        if (!whole) {
            out.printf(
                    "Ended by a signal. Go on with --seeds %d..%d.%n",
                    seeds.first() + runs.tally().schedules(), seeds.last());
        }
        runs.broken().forEach((seed, law) -> {
            out.println();
            runs.story(seed, law).lines().forEach(out::println); // The terminal shows no other line ends.
        });
        out.flush();
        return runs.broken().isEmpty() ? 0 : 1;
    }

    /**
     * How far it is, in words.
     *
     * @param done schedules
     * @param all schedules
     */
    static String progress(long done, long all, Duration took) {
        double perSecond = done / (Math.max(took.toMillis(), 1) / 1000.0);
        long left = Math.round((all - done) / Math.max(perSecond, 1e-3));
        return String.format(
                Locale.ROOT,
                "%,d of %,d schedules, %,.0f a second, %s left",
                done,
                all,
                perSecond,
                left < 100
                        ? left + " s"
                        : left < 6_000 ? Math.round(left / 60.0) + " min" : Math.round(left / 3_600.0) + " h");
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
            String what = count.getKey();
            out.printf(Locale.ROOT, "%,12d  in %,9d schedules  %s%n", count.getValue(), tally.runs(what), what);
        }
    }
}
