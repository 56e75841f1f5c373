package io.fairway.collect.slurm;

import io.fairway.avro.JobEvent;
import io.fairway.collect.FactSender;
import io.fairway.schemas.Settings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fairway collect slurm}. */
@Command(
        name = "slurm",
        mixinStandardHelpOptions = true,
        description = {
            "Send what happens in the queue of a running Slurm as job events.",
            "",
            "It asks squeue --json every 5 s and sends what changed since: who was submitted, held, released, who"
                    + " started, was suspended, requeued and ended. It asks sacct every 30 s who ended, and how. It never"
                    + " changes anything in Slurm.",
            "",
            "Slurm is busy with its questions at most 5 % of the time: if an answer takes long, the next question waits"
                    + " longer. It may be stopped and started at any time: what it sends twice counts once.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped on request, or after --once",
            "1:the look of --once failed; standard error or the last line has the cause",
            "2:bad usage or configuration"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  Show what would be sent now:",
            "    fairway collect slurm --once --dry-run",
            "  Follow the queue from now on:",
            "    fairway collect slurm -b localhost:9092 -r http://localhost:8081 \\",
            "      --cut-over 2026-01-31T12:00:00Z",
            "  Ask slurmrestd instead of squeue:",
            "    fairway collect slurm -c collect.properties \\",
            "      -p rest.url=http://head:6820/slurm/v0.0.40/jobs -p rest.token.file=/etc/fairway/slurm.token"
        })
public final class CollectSlurmCommand implements Callable<Integer> {
    private static final String NOWHERE = "none";

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

    @Option(names = "--domain", description = "Domain of the events (domain; the cluster's name by default).")
    private @Nullable String domain;

    @Option(names = "--cluster", description = "Cluster of the jobs for which Slurm names none (cluster).")
    private @Nullable String cluster;

    @Option(
            names = "--cut-over",
            paramLabel = "INSTANT",
            description = "Leave out runs that ended before (cut.over); `fairway backfill` brings them.")
    private @Nullable String cutOver;

    @Option(names = "--once", description = "Look once, then exit.")
    private boolean once;

    @Option(names = "--dry-run", description = "Print the events and send nothing; needs no broker.")
    private boolean dryRun;

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "Properties file. Keys: those in brackets here, interval.ms, controller.fraction, timeout.ms,"
                    + " output.max.bytes, slurm.conf, squeue.command, sacct.command, accounting,"
                    + " accounting.interval.ms, accounting.lookback.ms, take.nice, rest.url, rest.user,"
                    + " rest.token.file, client.id, domain.pins, kafka.* for the Kafka clients, and those of"
                    + " Confluent's serializers. Any other key is an error.")
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
    public Integer call() throws InterruptedException {
        SlurmCollectConfig config = config();
        PrintWriter out = spec.commandLine().getOut();
        Consumer<String> news = line -> {
            out.println(line);
            out.flush();
        };
        try (SafeSender sender = new SafeSender(() -> new FactSender(config), news)) {
            SlurmCollector collector =
                    new SlurmCollector(config, Clock.systemUTC(), dryRun ? events -> print(out, events) : sender, news);
            if (!once) {
                collector.run();
                return 0;
            }
            var unused = collector.look();
            return collector.hasFailed() ? 1 : 0;
        }
    }

    private static void print(PrintWriter out, List<JobEvent> events) {
        for (JobEvent event : events) {
            out.println(event.getTime() + " " + event.getCluster() + "/" + event.getJob() + " " + event.getType()
                    + (event.getRun() == null ? "" : " run " + event.getRun())
                    + (event.getAccount() == null ? "" : " account " + event.getAccount())
                    + (event.getUser() == null ? "" : " user " + event.getUser())
                    + (event.getIneligibility() == null ? "" : " " + event.getIneligibility())
                    + (event.getAllocatedTres() == null ? "" : " " + event.getAllocatedTres()));
        }
        out.flush();
    }

    /** File, then properties, then options; the later one overrides. */
    SlurmCollectConfig config() {
        try {
            Settings settings = new Settings();
            if (dryRun) {
                settings.put(SlurmCollectConfig.BOOTSTRAP_SERVERS, NOWHERE, "--dry-run");
                settings.put(SlurmCollectConfig.SCHEMA_REGISTRY_URL, NOWHERE, "--dry-run");
            }
            if (file != null) {
                settings.read(file);
            }
            properties.forEach((key, value) -> settings.put(key, value, "--property"));
            put(settings, SlurmCollectConfig.BOOTSTRAP_SERVERS, servers, "--bootstrap-servers");
            put(settings, SlurmCollectConfig.SCHEMA_REGISTRY_URL, registry, "--schema-registry");
            put(settings, SlurmCollectConfig.TOPIC_PREFIX, prefix, "--prefix");
            put(settings, SlurmCollectConfig.DOMAIN, domain, "--domain");
            put(settings, SlurmCollectConfig.CLUSTER, cluster, "--cluster");
            put(settings, SlurmCollectConfig.CUT_OVER, cutOver, "--cut-over");
            return new SlurmCollectConfig(settings);
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
