package io.fairway.collect.slurm;

import io.fairway.avro.JobEvent;
import io.fairway.collect.FactSender;
import io.fairway.collect.HeartbeatSender;
import io.fairway.collect.SourceReport;
import io.fairway.collect.ask.CollectorCommand;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
            "Slurm is busy with its questions at most 5 %% of the time: if an answer takes long, the next question waits"
                    + " longer. It may be stopped and started at any time: what it sends twice counts once.",
            "",
            "Keys without an option: default.account, het.jobs, interval.ms, controller.fraction, timeout.ms,"
                    + " output.max.bytes, slurm.conf, squeue.command, sacct.command, accounting, accounting.interval.ms, accounting.lookback.ms,"
                    + " take.nice, rest.url, rest.user, rest.token.file, source.name, metrics.listen, client.id, topics.clusters, domain.pins.",
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
            "      -p rest.url=http://head:6820/slurm/v0.0.42/jobs \\",
            "      -p rest.token.file=/etc/fairway/slurm.token"
        })
public final class CollectSlurmCommand extends CollectorCommand {
    @Option(
            names = "--domain",
            paramLabel = "NAME",
            description = "Domain of the events (domain; the cluster's name by default).")
    private @Nullable String domain;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            description = "Cluster of the jobs for which Slurm names none (cluster).")
    private @Nullable String cluster;

    @Option(
            names = "--cut-over",
            paramLabel = "INSTANT",
            description = "Leave out runs that ended before (cut.over); `fairway backfill` brings them.")
    private @Nullable String cutOver;

    @Option(names = "--dry-run", description = "Print the events and send nothing; needs no broker.")
    private boolean dryRun;

    @Override
    public Integer call() throws InterruptedException {
        SlurmCollectConfig config = config();
        if (dryRun) {
            return run(
                    config, new SlurmCollector(config, Clock.systemUTC(), this::print, SourceReport.NONE, this::print));
        }
        try (SafeSender sender = new SafeSender(() -> new FactSender(config), this::print);
                HeartbeatSender heartbeats = new HeartbeatSender(config, this::print)) {
            // One look watches nothing.
            SourceReport report = looksOnce() ? SourceReport.NONE : heartbeats;
            return run(config, new SlurmCollector(config, Clock.systemUTC(), sender, report, this::print));
        }
    }

    private void print(List<JobEvent> events) {
        PrintWriter out = spec.commandLine().getOut();
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

    SlurmCollectConfig config() {
        return options.config(
                spec,
                usual(dryRun),
                settings -> settings.putIfGiven(SlurmCollectConfig.DOMAIN, domain, "--domain")
                        .putIfGiven(SlurmCollectConfig.CLUSTER, cluster, "--cluster")
                        .putIfGiven(SlurmCollectConfig.CUT_OVER, cutOver, "--cut-over"),
                SlurmCollectConfig::new);
    }
}
