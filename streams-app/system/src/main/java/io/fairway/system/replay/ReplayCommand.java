package io.fairway.system.replay;

import io.fairway.avro.Policy;
import io.fairway.avro.ShareNode;
import io.fairway.readers.BundledTrace;
import io.fairway.readers.Trace;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.TraceOptions;
import io.fairway.readers.TraceSummary;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway replay}: a workload trace through the real broker and pipeline. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Run a workload trace through a broker, a schema registry and the application, which are started for it, and"
                    + " print the usage and fairshare that every association ends with.",
            ""
        },
        footer = {
            "",
            "Policy and shares files are what 'fairway policy apply' and 'fairway shares apply' take; domain, name and",
            "effectiveFrom may be left out. A tree is named like its cluster:",
            "",
            "  trees: {nasa: {physics: {shares: 60, users: {anna: 1, boris: parent}}}}",
            "",
            "Examples:",
            "  fairway replay nasa --half-life 7d --json out.json",
            "  fairway replay LCG-2005.swf.gz --format swf --cluster-by partition --shuffle 1 --partitions 8"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every event is in the result",
            "1:failed; the cause is on standard error",
            "2:bad usage, or a file that cannot be read"
        })
public final class ReplayCommand implements Callable<Integer> {
    private static final String STANDARD_OUTPUT = "-";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            description =
                    "The trace, plain or gzipped; or nasa: the trace of NASA's iPSC/860 of 1993 that comes with Fairway.")
    private String file = "";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Its format: swf. Not needed for a trace that comes with Fairway.")
    private @Nullable String format;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            description = "What the trace's cluster is called, and so its share tree and domain; else as the file is.")
    private @Nullable String cluster;

    @Option(
            names = "--cluster-by",
            paramLabel = "WHAT",
            defaultValue = "trace",
            description =
                    "trace: it is one cluster. partition: every partition is a cluster of its own; partition 17 is"
                            + " p17. (${DEFAULT-VALUE})")
    private String clusterBy = "trace";

    @Option(
            names = "--shares",
            paramLabel = "FILE",
            description = "Share trees as fairway shares apply takes them; else every account and user has one share.")
    private @Nullable Path shares;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description =
                    "Instant that usage is read at, as 1993-12-01T00:00:00Z or in epoch seconds; later events do not"
                            + " count. Else the last end in the trace.")
    private @Nullable String at;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result here as JSON; - is standard output.")
    private @Nullable String json;

    @ArgGroup(exclusive = false, heading = "%nPolicy:%n")
    private PolicyChoice policy = new PolicyChoice();

    @ArgGroup(exclusive = false, heading = "%nTo prove that the digest does not move:%n")
    private Trials trials = new Trials();

    @Option(
            names = {"-q", "--quiet"},
            description = "Do not say how far it is.")
    private boolean quiet;

    /** A file, or options of which none is needed. What excludes what is said in words when it is read. */
    static final class PolicyChoice {
        @Option(
                names = "--policy",
                paramLabel = "FILE",
                description =
                        "Policy as fairway policy apply takes it, instead of the options below. Several are evaluated"
                                + " side by side; the first is the one of the summary.")
        private List<Path> files = List.of();

        @Option(
                names = "--half-life",
                paramLabel = "7d",
                description = "Usage halves in this time (Slurm). The default, with 7d.")
        private @Nullable String halfLife;

        @Option(
                names = "--tenth-life",
                paramLabel = "5h",
                description = "Usage falls to a tenth in this time (LSF), instead of --half-life.")
        private @Nullable String tenthLife;

        @Option(names = "--no-decay", description = "Usage never decays.")
        private boolean noDecay;

        @Option(
                names = "--algorithm",
                paramLabel = "NAME",
                description = "fair-tree, fair-tree-slurm, classic, depth-oblivious, linear or fifo (fair-tree).")
        private @Nullable String algorithm;

        @Option(
                names = "--processors",
                paramLabel = "N",
                description = "Of the machine, for linear; else the most that ran at once.")
        private @Nullable Long processors;
    }

    static final class Trials {
        @Option(
                names = "--shuffle",
                paramLabel = "SEED",
                description = "Send all events of the whole trace in a random order.")
        private @Nullable Long shuffle;

        @Option(
                names = "--duplicate",
                paramLabel = "PERCENT",
                description = "Send so many events a second time, elsewhere.")
        private int duplicate;

        @Option(names = "--partitions", paramLabel = "N", description = "Partitions of every topic (4).")
        private int partitions = 4;

        @Option(
                names = "--restart-at",
                paramLabel = "PERCENT",
                description = "Kill the application when so many events are processed, and start it again.")
        private @Nullable Integer restartAt;
    }

    @Override
    public Integer call() throws IOException {
        List<ReplayPolicy> chosen;
        ReplayPlan plan;
        try {
            chosen = chosenPolicies();
            plan = plan(chosen);
        } catch (IllegalArgumentException | UncheckedIOException wrong) {
            throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()), wrong);
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        warn(plan.trace().summary(), err);
        try (Writer target = json == null || json.equals(STANDARD_OUTPUT) ? null : target(json)) {
            ReplayResult result = Replay.run(plan, new Progress(err, !quiet));
            if (target != null) {
                ResultJson.write(result, target);
            }
            if (STANDARD_OUTPUT.equals(json)) {
                ResultJson.write(result, out);
            } else {
                Summary.print(
                        plan,
                        chosen.stream().map(ReplayPolicy::inWords).collect(Collectors.joining("; ")),
                        result,
                        out);
            }
        }
        return 0;
    }

    /** Opened before anything is started: nobody wants to hear after an hour that there is no such directory. */
    private Writer target(String path) {
        try {
            return Files.newBufferedWriter(Path.of(path));
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "--json \"" + path + "\": cannot be written: " + e, e);
        }
    }

    private List<ReplayPolicy> chosenPolicies() {
        if (policy.files.isEmpty()) {
            return List.of(ReplayPolicy.ofOptions(
                    policy.algorithm, policy.halfLife, policy.tenthLife, policy.noDecay, policy.processors));
        }
        if (policy.algorithm != null
                || policy.halfLife != null
                || policy.tenthLife != null
                || policy.noDecay
                || policy.processors != null) {
            throw new IllegalArgumentException("--policy excludes the options that say a policy: give the file alone");
        }
        List<ReplayPolicy> read = policy.files.stream().map(ReplayPolicy::read).toList();
        Set<String> names = new HashSet<>();
        for (ReplayPolicy each : read) {
            if (!names.add(each.name())) {
                throw new IllegalArgumentException(
                        "--policy: two files have the policy " + each.name() + "; give each a name of its own");
            }
        }
        return read;
    }

    private ReplayPlan plan(List<ReplayPolicy> chosen) throws IOException {
        TraceContent trace = TraceContent.read(open());
        Instant first = Instant.ofEpochMilli(trace.firstEvent());
        List<Policy> policies = new ArrayList<>();
        for (String domain : trace.domains()) {
            for (ReplayPolicy each : chosen) {
                policies.add(each.of(domain, first, trace.peak(domain)));
            }
        }
        List<ShareNode> nodes = shares == null ? trace.equalShares() : ReplayShares.read(shares, trace.domains());
        return new ReplayPlan(
                trace,
                policies,
                nodes,
                at == null ? trace.lastEnd() : instant(at),
                trials.shuffle == null ? OptionalLong.empty() : OptionalLong.of(trials.shuffle),
                trials.duplicate,
                trials.partitions,
                trials.restartAt == null ? OptionalInt.empty() : OptionalInt.of(trials.restartAt));
    }

    private Trace open() throws IOException {
        Optional<BundledTrace> bundled = Arrays.stream(BundledTrace.values())
                .filter(known -> known.id().equals(file) && !Files.exists(Path.of(file)))
                .findFirst();
        if (bundled.isPresent()) {
            return bundled.get().open(options(bundled.get().id()));
        }
        if (format == null) {
            throw new IllegalArgumentException("--format: must be given for a file; "
                    + String.join(
                            ", ",
                            Arrays.stream(TraceFormat.values())
                                    .map(TraceFormat::id)
                                    .toList())
                    + " are known");
        }
        Path path = Path.of(file);
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException("trace \"" + file + "\": is neither a file nor one of "
                    + String.join(
                            ", ",
                            Arrays.stream(BundledTrace.values())
                                    .map(BundledTrace::id)
                                    .toList()));
        }
        String name = String.valueOf(path.getFileName());
        TraceOptions options = options(name.replaceFirst("(\\.swf)?(\\.gz)?$", ""));
        return TraceFormat.of(format).reader().open(name, new BufferedInputStream(Files.newInputStream(path)), options);
    }

    private TraceOptions options(String usualCluster) {
        TraceOptions.ClusterBy by = Arrays.stream(TraceOptions.ClusterBy.values())
                .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(clusterBy))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("--cluster-by \"" + clusterBy + "\": must be trace or partition"));
        return new TraceOptions(cluster == null ? usualCluster : cluster, by);
    }

    private static long instant(String text) {
        try {
            return text.matches("\\d{1,12}")
                    ? Math.multiplyExact(Long.parseLong(text), 1000L)
                    : Instant.parse(text).toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "--at \"" + text + "\": must be an instant such as 1993-12-01T00:00:00Z, or epoch seconds", e);
        }
    }

    private static void warn(TraceSummary summary, PrintWriter err) {
        summary.warnings().forEach(warning -> err.println("fairway: " + summary.file() + ": " + warning));
        if (summary.badLines() > 0) {
            err.println("fairway: " + summary.badLines() + " lines could not be understood; the first: "
                    + summary.firstBadLines().get(0));
        }
        err.flush();
    }
}
