package io.fairway.collect.hosts;

import io.fairway.avro.Host;
import io.fairway.collect.ask.CollectorCommand;
import io.fairway.program.TableClient;
import io.fairway.schemas.Topic;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code fairway collect hosts}. */
@Command(
        name = "hosts",
        mixinStandardHelpOptions = true,
        description = {
            "Write the hosts of a running scheduler to the table of hosts: slots, groups and state.",
            "",
            "It asks every 60 s, and writes only changes: slurm by scontrol show nodes, lsf by bhosts, pbs by pbsnodes."
                    + " What the answer does not have, such as a limit, stays as it is in the table. A host that is no"
                    + " longer listed is removed. It never changes anything in the scheduler.",
            "",
            "Keys without an option: interval.ms, controller.fraction, timeout.ms, output.max.bytes, program, remove.all,"
                    + " metrics.listen, client.id, topics.clusters, domain.pins.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped on request, or after --once",
            "1:the look of --once failed; the last line has the cause",
            "2:bad usage or configuration"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  Show the hosts that would be written:",
            "    fairway collect hosts slurm --cluster alps --once --dry-run",
            "  Follow the hosts:",
            "    fairway collect hosts lsf --cluster alps \\",
            "      -b localhost:9092 -r http://localhost:8081"
        })
public final class CollectHostsCommand extends CollectorCommand {
    @Parameters(paramLabel = "SCHEDULER", description = "slurm, lsf or pbs.")
    private String scheduler = "";

    @Option(
            names = "--domain",
            paramLabel = "NAME",
            description = "Domain of the hosts (domain; the cluster's name by default).")
    private @Nullable String domain;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            description = "Cluster of the hosts, as job events name it (cluster). Required.")
    private @Nullable String cluster;

    @Option(names = "--dry-run", description = "Print the hosts and write nothing; needs no broker.")
    private boolean dryRun;

    @Override
    public Integer call() throws InterruptedException {
        HostCollectConfig config = config();
        HostCollector collector = new HostCollector(
                config, source(), Clock.systemUTC(), dryRun ? printing() : topic(config), this::print);
        return run(config, collector);
    }

    private HostSource source() {
        try {
            return HostSource.of(scheduler);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()), wrong);
        }
    }

    private HostCollector.Table topic(HostCollectConfig config) {
        TableClient<Host> client = new TableClient<>(
                config.topics().name(Topic.HOSTS),
                Host.class,
                config.clients(),
                config.serdes(),
                config.getString(HostCollectConfig.DOMAIN_PINS),
                this::print);
        return new HostCollector.Table() {
            @Override
            public Map<String, Host> read() {
                return client.read();
            }

            @Override
            public void write(Map<String, @Nullable Host> changes) throws InterruptedException {
                client.write(changes);
            }
        };
    }

    private HostCollector.Table printing() {
        return new HostCollector.Table() {
            @Override
            public Map<String, Host> read() {
                return Map.of();
            }

            @Override
            public void write(Map<String, @Nullable Host> changes) {
                changes.forEach((key, host) -> print(
                        host == null
                                ? key + " removed"
                                : key + " slots " + host.getSlots() + ", groups " + host.getGroups() + ", "
                                        + host.getState()));
            }
        };
    }

    HostCollectConfig config() {
        return options.config(
                spec,
                usual(dryRun),
                settings -> settings.putIfGiven(HostCollectConfig.DOMAIN, domain, "--domain")
                        .putIfGiven(HostCollectConfig.CLUSTER, cluster, "--cluster"),
                HostCollectConfig::new);
    }
}
