package io.fairway.app.tables;

import io.fairway.avro.SourceHeartbeat;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway sources}: how far the sources of job events have looked, and which of them have ended for good. */
@Command(
        name = "sources",
        mixinStandardHelpOptions = true,
        description = "Show how far the sources of job events have looked, and retire those that have ended for good.",
        footer = {"", "docs/trouble.md says what a silent source means."})
public final class SourcesCommand {
    private static final String FORMAT = "%-16s %-16s %-32s %-20s %10s %8s%n";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Print the last life of each source, and how far it has looked.")
    int list(
            @Mixin TableOptions options,
            @Parameters(paramLabel = "DOMAIN", arity = "0..1", description = "Only this domain.") @Nullable
                    String domain) {
        Instant now = Instant.now();
        var out = spec.commandLine().getOut();
        List<SourceHeartbeat> sources = latest(read(options).values()).stream()
                .filter(source -> domain == null || source.getDomain().equals(domain))
                .toList();
        if (sources.isEmpty()) {
            out.println("no source has said how far it has looked");
        } else {
            out.printf(FORMAT, "DOMAIN", "CLUSTER", "SOURCE", "LOOKED THROUGH", "AGO", "RUNNING");
        }
        for (SourceHeartbeat source : sources) {
            Duration ago = Duration.between(source.getThrough(), now);
            out.printf(
                    FORMAT,
                    source.getDomain(),
                    source.getCluster(),
                    source.getSource(),
                    source.getThrough().truncatedTo(ChronoUnit.SECONDS),
                    source.getRetired() ? "retired" : Math.max(0, ago.toSeconds()) + " s",
                    source.getRunningJobs() == null ? "" : source.getRunningJobs());
        }
        out.flush();
        return 0;
    }

    @Command(
            name = "retire",
            mixinStandardHelpOptions = true,
            description = {
                "Say that a source has ended for good: nobody waits for it any more. What it said stays.",
                "A source that starts again is waited for again."
            })
    int retire(
            @Mixin TableOptions options,
            @Parameters(paramLabel = "DOMAIN") String domain,
            @Parameters(paramLabel = "CLUSTER") String cluster,
            @Parameters(paramLabel = "SOURCE") String source,
            @Option(names = "--dry-run", description = "Only print the change.") boolean dryRun)
            throws InterruptedException {
        Map<String, SourceHeartbeat> changes = new TreeMap<>();
        for (SourceHeartbeat life : latest(read(options).values())) {
            if (life.getDomain().equals(domain)
                    && life.getCluster().equals(cluster)
                    && life.getSource().equals(source)) {
                changes.put(
                        Keys.source(domain, cluster, source, life.getSince().toEpochMilli()),
                        SourceHeartbeat.newBuilder(life).setRetired(true).build());
            }
        }
        if (changes.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "domain " + domain + ", cluster " + cluster + ": has no source '" + source + "'");
        }
        if (!dryRun) {
            var unused = options.table(Topic.SOURCES, SourceHeartbeat.class).write(changes);
        }
        spec.commandLine().getOut().println((dryRun ? "would retire " : "retired ") + source + " of " + cluster);
        spec.commandLine().getOut().flush();
        return 0;
    }

    private static Map<String, SourceHeartbeat> read(TableOptions options) {
        return options.table(Topic.SOURCES, SourceHeartbeat.class).read();
    }

    /** The last life of each source, in the order of domains and clusters. */
    static List<SourceHeartbeat> latest(Collection<SourceHeartbeat> lives) {
        Map<List<String>, SourceHeartbeat> latest = new HashMap<>();
        for (SourceHeartbeat life : lives) {
            latest.merge(
                    List.of(life.getDomain(), life.getCluster(), life.getSource()),
                    life,
                    (one, other) -> other.getSince().isAfter(one.getSince()) ? other : one);
        }
        return latest.values().stream()
                .sorted(Comparator.comparing(SourceHeartbeat::getDomain)
                        .thenComparing(SourceHeartbeat::getCluster)
                        .thenComparing(SourceHeartbeat::getSource))
                .toList();
    }
}
