package io.fairway.dispatcher.cli;

import io.fairway.dispatcher.Dispatcher;
import io.fairway.dispatcher.cluster.HostCluster;
import io.fairway.dispatcher.cluster.SlotCluster;
import io.fairway.dispatcher.command.ProgramCluster;
import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.order.Cluster;
import io.fairway.dispatcher.slurm.SlurmLink;
import io.fairway.dispatcher.slurm.WriteBackOptions;
import io.fairway.program.metrics.MetricsServer;
import io.fairway.schemas.Keys;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fairway dispatch}: carries the order of the priority topic out, or to the scheduler that does. */
@Command(
        name = "dispatch",
        mixinStandardHelpOptions = true,
        description = {
            "Start the next job in the order of the priority topic while slots are free, or tell Slurm the order.",
            "",
            "It reads the topics, and does nothing before it has read all of them. The job events tell it which jobs"
                    + " already run; it keeps what it has read of them.",
            "Without --no-dry-run it only prints what it would do. With it, each action publishes a dispatch record, and"
                    + " each start a STARTED job event. The system that runs the job must report its end. Resize"
                    + " requests of running jobs take their turn; a RESIZED job event grants them.",
            "",
            "With --to slurm it starts nothing: it gives the waiting jobs numbers in their order, and takes them back when"
                    + " it ends. docs/slurm-writeback.md says how.",
            "With --to command it writes a line of JSON for each start to a program, and reads its answers."
                    + " docs/dispatch-command.md describes the lines.",
            "",
            "Of several dispatchers of a domain one leads. The others print who does, and take over when it ends. A dry"
                    + " run never leads. With --once, nothing starts while another dispatcher leads.",
            "",
            "If the policy orders queues, it serves them in that order, and no queue holds more slots than its pool gives"
                    + " it.",
            "",
            "Keys without an option: dispatcher.name, bypassed.max, cycle.ms, lead.session.ms, metrics.listen,"
                    + " snapshot.interval.ms, topics.clusters, domain.pins.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped on request, or after --once",
            "1:a broker, topic, record or scheduler failed, or with --once the ranking is stale",
            "2:bad usage or configuration"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  Print the jobs that would start now on 128 processors:",
            "    fairway dispatch -b localhost:9092 -r http://localhost:8081 \\",
            "      --processors 128 --once",
            "  Start the jobs of one domain; a first job that does not fit blocks no other:",
            "    fairway dispatch -b localhost:9092 -r http://localhost:8081 \\",
            "      --domain alps --processors 128 --head passed-over --no-dry-run",
            "  Print what Slurm would be told, then tell it:",
            "    fairway dispatch -c dispatch.properties --to slurm --once",
            "    fairway dispatch -c dispatch.properties --to slurm --no-dry-run",
            "  Start the jobs of one domain on the hosts of the hosts topic:",
            "    fairway dispatch -b localhost:9092 -r http://localhost:8081 \\",
            "      --domain alps --no-dry-run",
            "  Start jobs by a program of the site:",
            "    fairway dispatch -c dispatch.properties --processors 128 --no-dry-run \\",
            "      --to command -- examples/dispatch/start.py qrun",
            "  With TLS, and the other settings from a file:",
            "    fairway dispatch -c dispatch.properties --processors 64 \\",
            "      -p kafka.security.protocol=SSL"
        })
public final class DispatchCommand implements Callable<Integer> {
    /** Where the order goes. */
    private enum To {
        SLOTS,
        SLURM,
        COMMAND;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Mixin
    private final DispatchSettings settings = new DispatchSettings();

    @Option(
            names = "--to",
            paramLabel = "PLACE",
            description =
                    "Where the order goes: ${COMPLETION-CANDIDATES}. Default: slots, which puts starts on record and no more.")
    private To to = To.SLOTS;

    @Option(
            names = "--processors",
            paramLabel = "N",
            description =
                    "Processors of each cluster, including those in use. Default: it fills the hosts of the hosts topic.")
    private @Nullable Double processors;

    @Option(names = "--once", description = "Run one cycle, then exit.")
    private boolean once;

    @Mixin
    private final CommandOptions command = new CommandOptions();

    @Mixin
    private final WriteBackOptions slurm = new WriteBackOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        return switch (to) {
            case SLOTS -> toSlots(config());
            case SLURM -> toSlurm(config());
            case COMMAND -> toCommand(config());
        };
    }

    private int toSlots(DispatcherConfig config) {
        PrintWriter out = spec.commandLine().getOut();
        boolean dry = config.isDryRun();
        Cluster cluster = cluster(
                (job, now) -> print(out, dry ? "would start" : "started", job),
                (job, run, now) -> print(out, dry ? "would resize" : "resized", job));
        return dispatch(config, new Dispatcher(config, cluster, System::currentTimeMillis, this::say), once);
    }

    /** A dry run starts no program. */
    private int toCommand(DispatcherConfig config) {
        command.check(spec);
        if (config.isDryRun()) {
            return toSlots(config);
        }
        Cluster slots = cluster((job, now) -> {}, null);
        try (ProgramCluster cluster = command.cluster(slots, this::say)) {
            return dispatch(config, new Dispatcher(config, cluster, System::currentTimeMillis, this::say), once);
        }
    }

    private int toSlurm(DispatcherConfig config) {
        try {
            slurm.check();
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage(), e);
        }
        if (once && !config.isDryRun() && !slurm.isHandBack()) {
            throw wrong("--once: with --to slurm only in a dry run; what it tells it takes back when it ends", null);
        }
        try (SlurmLink link = SlurmLink.open(slurm, config.name(), config.staleAfter(), this::say)) {
            int code = dispatch(
                    config,
                    new Dispatcher(config, link.duty(), System::currentTimeMillis, this::say),
                    once || slurm.isHandBack());
            return once && link.duty().isStale() ? 1 : code;
        }
    }

    private void say(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }

    /**
     * Runs until the dispatcher ends, or this thread is interrupted. It then closes in order, with all starts
     * published.
     */
    private static int dispatch(DispatcherConfig config, Dispatcher dispatcher, boolean once) {
        ExecutorService thread = Executors.newSingleThreadExecutor(work -> new Thread(work, "dispatch"));
        Runnable work = once ? dispatcher::runOnce : dispatcher::run;
        Future<?> ended = thread.submit(work);
        try (MetricsServer metrics = MetricsServer.start(config)) {
            ended.get();
        } catch (InterruptedException asked) {
            // Somebody wants it to end.
        } catch (ExecutionException e) {
            throw new IllegalStateException("the dispatcher ended", e.getCause());
        } finally {
            dispatcher.close();
            thread.shutdown();
        }
        return 0;
    }

    private Cluster cluster(ObjLongConsumer<ChosenJob> starter, SlotCluster.@Nullable Resizer resizer) {
        if (processors == null) {
            return new HostCluster(starter, resizer, System::currentTimeMillis);
        }
        try {
            return new SlotCluster(processors, starter, resizer);
        } catch (IllegalArgumentException e) {
            throw wrong("--" + e.getMessage(), e);
        }
    }

    private ParameterException wrong(@Nullable String message, @Nullable Throwable cause) {
        return new ParameterException(spec.commandLine(), String.valueOf(message), cause);
    }

    private static void print(PrintWriter out, String did, ChosenJob job) {
        out.println(String.format(
                "%s %s/%s%s priority %s fairshare %s account %s user %s processors %s",
                did,
                job.key().cluster(),
                job.key().job(),
                job.request().isEmpty() || job.isResize() ? "" : " in " + Keys.partition(job.request()),
                job.priority(),
                Double.isNaN(job.fairshare()) ? "-" : job.fairshare(),
                job.association().account(),
                job.association().user(),
                job.processors()));
        out.flush();
    }

    /** The configuration of this command line. */
    DispatcherConfig config() {
        Map<String, String> defaults = to == To.SLURM
                ? Map.of(
                        DispatcherConfig.DRY_RUN,
                        "true",
                        DispatcherConfig.CYCLE,
                        "2000",
                        DispatcherConfig.STALE,
                        "60000")
                : Map.of(DispatcherConfig.DRY_RUN, "true");
        return settings.config(spec, defaults);
    }
}
