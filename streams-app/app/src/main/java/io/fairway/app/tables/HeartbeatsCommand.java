package io.fairway.app.tables;

import io.fairway.avro.Heartbeat;
import io.fairway.schemas.Topic;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway heartbeats}: what the application last said of each domain, for whoever has no reader of Avro at hand. */
@Command(
        name = "heartbeats",
        mixinStandardHelpOptions = true,
        description = "Print how current each domain is, and what is wrong there, as the last heartbeats say.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:nothing is wrong", "1:a heartbeat tells of a problem", "2:wrong command line"},
        footer = {"", "docs/monitor.md says what heartbeats tell."})
public final class HeartbeatsCommand implements Callable<Integer> {
    private static final String FORMAT = "%-16s %-16s %-20s %10s%n";

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private TableOptions options;

    @Parameters(paramLabel = "DOMAIN", arity = "0..1", description = "Only this domain.")
    private @Nullable String domain;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<Heartbeat> beats = options.table(Topic.HEARTBEATS, Heartbeat.class).read().values().stream()
                .filter(beat -> domain == null || beat.getDomain().equals(domain))
                .toList();
        PrintWriter out = spec.commandLine().getOut();
        print(beats, Instant.now(), out);
        out.flush();
        return beats.stream().allMatch(beat -> beat.getProblems().isEmpty()) ? 0 : 1;
    }

    /** Each domain with its policies. A problem is one of the domain, so that its policies have the same ones. */
    static void print(Collection<Heartbeat> beats, Instant now, PrintWriter out) {
        if (beats.isEmpty()) {
            out.println("no heartbeat");
            return;
        }
        out.printf(FORMAT, "DOMAIN", "POLICY", "EVALUATED THROUGH", "AGO");
        List<Heartbeat> sorted = beats.stream()
                .sorted(Comparator.comparing(Heartbeat::getDomain).thenComparing(Heartbeat::getPolicy))
                .toList();
        for (Heartbeat beat : sorted) {
            Duration ago = Duration.between(beat.getEvaluatedThrough(), now);
            out.printf(
                    FORMAT,
                    beat.getDomain(),
                    beat.getPolicy(),
                    beat.getEvaluatedThrough().truncatedTo(ChronoUnit.SECONDS),
                    Math.max(0, ago.toSeconds()) + " s");
        }
        sorted.stream()
                .flatMap(beat -> beat.getProblems().stream().map(problem -> beat.getDomain() + ": " + problem))
                .distinct()
                .forEach(out::println);
    }
}
