package io.fairway.dispatcher;

import io.fairway.schemas.Keys;
import io.fairway.schemas.Settings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fairway dispatch}: the reference dispatcher, on clusters that consist of a number of processors each. */
@Command(
        name = "dispatch",
        mixinStandardHelpOptions = true,
        description = {
            "Start the next job in the order of the priority topic while processors are free.",
            "",
            "It reads the topics, and starts nothing before it has read all of them. The job events tell it which jobs"
                    + " already run; it keeps what it has read of them.",
            "Without --no-dry-run it only prints the jobs that it would start. With it, each start publishes a STARTED"
                    + " job event and a dispatch record. The system that runs the job must report its end. Resize"
                    + " requests of running jobs take their turn; a RESIZED job event grants them.",
            "",
            "Of several dispatchers of a domain one leads. The others print who does, and take over when it ends. A dry"
                    + " run never leads. With --once, nothing starts while another dispatcher leads.",
            "",
            "If the policy orders queues, it serves them in that order, and no queue holds more slots than its pool gives"
                    + " it.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped on request, or after --once",
            "1:a broker, topic or record failed; standard error has the cause",
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
            "  With TLS, and the other settings from a file:",
            "    fairway dispatch -c dispatch.properties --processors 64 \\",
            "      -p kafka.security.protocol=SSL"
        })
public final class DispatchCommand implements Callable<Integer> {
    @Option(
            names = {"-b", "--bootstrap-servers"},
            paramLabel = "HOST:PORT",
            description = "Brokers to connect to first (bootstrap.servers).")
    private @Nullable String servers;

    @Option(
            names = {"-r", "--schema-registry"},
            paramLabel = "URL",
            description = "Schema registry (schema.registry.url).")
    private @Nullable String registry;

    @Option(names = "--prefix", description = "Prefix of the topics (topic.prefix; fairway. by default).")
    private @Nullable String prefix;

    @Option(names = "--domain", description = "Only this domain (domain; all by default).")
    private @Nullable String domain;

    @Option(names = "--policy", description = "Follow this policy (policy; each domain's active one by default).")
    private @Nullable String policy;

    @Option(
            names = "--head",
            paramLabel = "RULE",
            description = "If the first job does not fit: blocks (its cluster; by default), or passed-over (head).")
    private @Nullable String head;

    @Option(
            names = "--processors",
            required = true,
            paramLabel = "N",
            description = "Processors of each cluster, including those in use.")
    private double processors;

    @Option(names = "--once", description = "Run one cycle, then exit.")
    private boolean once;

    @Option(
            names = "--dry-run",
            negatable = true,
            description =
                    "Print the jobs that would start, publish nothing (dry.run). This is the default; --no-dry-run starts jobs.")
    private @Nullable Boolean dryRun;

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description =
                    "Properties file. Keys: those in brackets here, dispatcher.name, domain.pins, cycle.ms,"
                            + " lead.session.ms, snapshot.interval.ms, kafka.* for the Kafka clients, and those of Confluent's serializers. Any other key is an error.")
    private @Nullable Path file;

    @Option(
            names = {"-p", "--property"},
            paramLabel = "KEY=VALUE",
            description = "One setting; overrides the file. May be repeated.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        DispatcherConfig config = config();
        PrintWriter out = spec.commandLine().getOut();
        boolean dry = config.isDryRun();
        SlotCluster cluster = cluster(
                (job, now) -> print(out, dry ? "would start" : "started", job),
                (job, run, now) -> print(out, dry ? "would resize" : "resized", job));
        return dispatch(new Dispatcher(config, cluster, System::currentTimeMillis, news -> {
            out.println(news);
            out.flush();
        }));
    }

    /**
     * Runs until the dispatcher ends, or this thread is interrupted. It then closes in order, with all starts
     * published.
     */
    private int dispatch(Dispatcher dispatcher) {
        ExecutorService thread = Executors.newSingleThreadExecutor(work -> new Thread(work, "dispatch"));
        Runnable work = once ? dispatcher::runOnce : dispatcher::run;
        Future<?> ended = thread.submit(work);
        try {
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

    private SlotCluster cluster(ObjLongConsumer<ChosenJob> starter, SlotCluster.Resizer resizer) {
        try {
            return new SlotCluster(processors, starter, resizer);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
        }
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

    /** File, then properties, then options; the later one overrides. */
    DispatcherConfig config() {
        try {
            Settings settings = new Settings().put(DispatcherConfig.DRY_RUN, "true", "the default");
            if (file != null) {
                settings.read(file);
            }
            properties.forEach((key, value) -> settings.put(key, value, "--property"));
            put(settings, DispatcherConfig.BOOTSTRAP_SERVERS, servers, "--bootstrap-servers");
            put(settings, DispatcherConfig.SCHEMA_REGISTRY_URL, registry, "--schema-registry");
            put(settings, DispatcherConfig.TOPIC_PREFIX, prefix, "--prefix");
            put(settings, DispatcherConfig.DOMAIN, domain, "--domain");
            put(settings, DispatcherConfig.POLICY, policy, "--policy");
            put(settings, DispatcherConfig.HEAD, head, "--head");
            put(settings, DispatcherConfig.DRY_RUN, dryRun == null ? null : dryRun.toString(), "--dry-run");
            return new DispatcherConfig(settings);
        } catch (ConfigException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private static void put(Settings settings, String key, @Nullable String value, String place) {
        if (value != null) {
            settings.put(key, value, place);
        }
    }
}
