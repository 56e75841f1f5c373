package io.fairway.trial.replay;

import io.fairway.avro.Policy;
import io.fairway.avro.ShareNode;
import io.fairway.readers.BundledTrace;
import io.fairway.readers.Trace;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.TraceSummary;
import io.fairway.readers.line.TraceOptions;
import io.fairway.readers.line.TraceOptions.AccountBy;
import io.fairway.readers.line.TraceOptions.HetJobs;
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
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
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
            "Run a workload trace through the application, and print the usage and fairshare of every association at the"
                    + " end. Starts a broker, a schema registry and the application.",
            ""
        },
        footer = {
            "",
            "Files of policies and shares have the form of 'fairway policy apply' and 'fairway shares apply'; domain,",
            "name and effectiveFrom may be left out. A tree has the name of its cluster:",
            "",
            "  trees: {nasa: {physics: {shares: 60, users: {anna: 1, boris: parent}}}}",
            "",
            "Examples:",
            "  fairway replay nasa --half-life 7d --json out.json",
            "  fairway replay LCG-2005.swf.gz --format swf \\",
            "      --cluster-by partition --shuffle 1 --partitions 8"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every event is in the result",
            "1:failed; the cause is on standard error",
            "2:wrong command line, or a file that cannot be read"
        })
public final class ReplayCommand implements Callable<Integer> {
    private static final String STANDARD_OUTPUT = "-";
    private static final int SHOWN_BAD_LINES = 5;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            description =
                    "The trace or accounting log, plain or gzipped; or nasa: the trace of NASA's iPSC/860 of 1993,"
                            + " included in Fairway.")
    private String file = "";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "Format of the file: swf, sacct, sacct.json, lsb.acct, pbs, sge, jobcomp.filetxt, jobcomp.kafka or sonar."
                            + " Default: the one that its first lines look like.")
    private @Nullable String format;

    @Option(
            names = "--time-zone",
            paramLabel = "ZONE",
            description = "Zone of times that the file has without one, such as Europe/Berlin. Default: UTC.")
    private @Nullable String timeZone;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            description = "Name of the cluster, its share tree and its domain. Default: name of the file.")
    private @Nullable String cluster;

    @Option(
            names = "--cluster-by",
            paramLabel = "WHAT",
            defaultValue = "trace",
            description = "trace: it is one cluster. partition: every partition of a SWF file is a cluster of its own;"
                    + " partition 17 is p17. record: the cluster that each record names. Default:"
                    + " ${DEFAULT-VALUE}.")
    private String clusterBy = "trace";

    @Option(
            names = "--default-account",
            paramLabel = "NAME",
            description = "Account of jobs whose record names none. Default: their group.")
    private @Nullable String defaultAccount;

    @Option(names = "--het-jobs", paramLabel = "TRES", description = HetJobs.MEANING + " Default: allocated.")
    private String hetJobs = HetJobs.ALLOCATED.id();

    @Option(
            names = "--account-by",
            paramLabel = "WHAT",
            description =
                    "department: the account of a job is its department. Of sge alone. Default: the account that the"
                            + " format has.")
    private @Nullable String accountBy;

    @Option(
            names = "--shares",
            paramLabel = "FILE",
            description =
                    "File of share trees for 'fairway shares apply'. Default: every account and user has one share.")
    private @Nullable Path shares;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "Instant of the result, such as 1993-12-01T00:00:00Z or epoch seconds; later events do not"
                    + " count. Default: the end of the last job.")
    private @Nullable String at;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write the result to this file as JSON; - is standard output.")
    private @Nullable String json;

    @ArgGroup(exclusive = false, heading = "%nPolicy:%n")
    private PolicyChoice policy = new PolicyChoice();

    @ArgGroup(exclusive = false, heading = "%nOptions that must not change the digest:%n")
    private Trials trials = new Trials();

    @Option(
            names = {"-q", "--quiet"},
            description = "Do not print progress.")
    private boolean quiet;

    private IntFunction<Workbench> servers = Workbench::open;
    private UnaryOperator<List<String>> jvm = UnaryOperator.identity();

    /** A file, or options, all optional. The reader of the options explains which ones conflict. */
    static final class PolicyChoice {
        @Option(
                names = "--policy",
                paramLabel = "FILE",
                description =
                        "File of a policy for 'fairway policy apply', instead of the options below. Can be repeated: all"
                                + " policies are evaluated, the second and later active ones as shadows, and the"
                                + " summary shows the first.")
        private List<Path> files = List.of();

        @Option(
                names = "--half-life",
                paramLabel = "7d",
                description = "Usage halves in this time (Slurm). Default: 7d.")
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
                description =
                        "fair-tree, fair-tree-slurm, classic, depth-oblivious, linear or fifo. Default: fair-tree.")
        private @Nullable String algorithm;

        @Option(
                names = "--processors",
                paramLabel = "N",
                description = "Processors of the machine, for linear. Default: the most that ran at once.")
        private @Nullable Long processors;
    }

    static final class Trials {
        @Option(
                names = "--shuffle",
                paramLabel = "SEED",
                description = "Send all events in a random order with this seed.")
        private @Nullable Long shuffle;

        @Option(
                names = "--duplicate",
                paramLabel = "PERCENT",
                description = "Send this percentage of events twice, the second time at a random position.")
        private int duplicate;

        @Option(names = "--partitions", paramLabel = "N", description = "Partitions of every topic. Default: 4.")
        private int partitions = 4;

        @Option(
                names = "--restart-at",
                paramLabel = "PERCENT",
                description = "Kill and restart the application after this percentage of events.")
        private @Nullable Integer restartAt;
    }

    /** Takes other servers than those that it would start, and other options of the application's JVM. */
    void on(IntFunction<Workbench> others, UnaryOperator<List<String>> options) {
        servers = others;
        jvm = options;
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
            ReplayResult result = Replay.run(plan, new Progress(err, !quiet), servers, jvm);
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

    /** Opens the file before the run, so that a wrong path fails at once. */
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
            throw new IllegalArgumentException(
                    "--policy FILE: cannot be combined with other options of a policy; give only the file");
        }
        List<ReplayPolicy> read = policy.files.stream().map(ReplayPolicy::read).toList();
        Set<String> names = new HashSet<>();
        for (ReplayPolicy each : read) {
            if (!names.add(each.name())) {
                throw new IllegalArgumentException(
                        "--policy: two files have the policy " + each.name() + "; give each a name of its own");
            }
        }
        return ReplayPolicy.oneActive(read);
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
                .filter(trace -> trace.id().equals(file) && !Files.exists(Path.of(file)))
                .findFirst();
        if (bundled.isPresent()) {
            return bundled.get().open(options(bundled.get().id()));
        }
        TraceFormat named = format == null ? null : TraceFormat.of(format);
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
        TraceOptions options = options(name.replaceFirst("(\\.swf|\\.log|\\.txt|\\.json)?(\\.gz)?$", ""));
        return TraceFormat.open(named, name, new BufferedInputStream(Files.newInputStream(path)), options);
    }

    private TraceOptions options(String usualCluster) {
        TraceOptions.ClusterBy by = Arrays.stream(TraceOptions.ClusterBy.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(clusterBy))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--cluster-by \"" + clusterBy + "\": must be trace, partition or record"));
        return new TraceOptions(cluster == null ? usualCluster : cluster, by)
                .withZone(TraceOptions.zone("--time-zone", timeZone))
                .withDefaultAccount(defaultAccount)
                .withHetJobs(HetJobs.of("--het-jobs", hetJobs))
                .withAccountBy(AccountBy.of("--account-by", accountBy));
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

    static void warn(TraceSummary summary, PrintWriter err) {
        summary.warnings().forEach(warning -> err.println("fairway: " + summary.file() + ": " + warning));
        if (summary.badLines() > 0) {
            err.println("fairway: lines that could not be read, and do not count: " + summary.badLines());
            summary.firstBadLines().stream().limit(SHOWN_BAD_LINES).forEach(line -> err.println("fairway: " + line));
        }
        err.flush();
    }
}
