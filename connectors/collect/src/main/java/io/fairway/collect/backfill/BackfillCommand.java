package io.fairway.collect.backfill;

import io.fairway.collect.CollectConfig;
import io.fairway.program.ProgramOptions;
import io.fairway.program.metrics.MetricsServer;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.TraceOptions;
import io.fairway.readers.line.TraceOptions.AccountBy;
import io.fairway.readers.line.TraceOptions.HetJobs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway backfill}: the history of accounting logs into a running Fairway. */
@Command(
        name = "backfill",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Send the jobs of accounting logs to a running Fairway, and wait until it has read them.",
            "",
            "Only runs that ended are sent. Sending the same files again changes nothing.",
            "With --until, a run that ends later is left out, even if it began earlier: live sources must report its"
                    + " start and its end. So no run counts twice.",
            "The application must take events as old as the oldest job (ledger.horizon.ms). If it does not, nothing but that"
                    + " job is sent.",
            "",
            "Keys without an option: metrics.listen, client.id, topics.clusters, domain.pins.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every job was sent and counts",
            "1:failed, or the application refused events; the cause is on standard error",
            "2:wrong command line, or a file that cannot be read",
            "3:as 0, but lines of the files were unreadable"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  What would be sent:",
            "    fairway backfill sacct-2025.log sacct-2026.log --dry-run",
            "  A year of Slurm up to the instant from which a live source reports:",
            "    fairway backfill sacct-2025.log -b localhost:9092 -r http://localhost:8081 \\",
            "      --until 2026-01-01T00:00:00Z",
            "  LSF, whose records do not name their cluster:",
            "    fairway backfill lsb.acct.1 lsb.acct --cluster alps \\",
            "      -b localhost:9092 -r http://localhost:8081"
        })
public final class BackfillCommand implements Callable<Integer> {
    private static final int UNREADABLE_LINES = 3;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Accounting logs or traces, plain or gzipped.")
    private List<Path> files = List.of();

    @Mixin
    private final ProgramOptions options = new ProgramOptions();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "Format of the files: swf, sacct, sacct.json, lsb.acct, pbs, sge, jobcomp.filetxt, jobcomp.kafka or sonar."
                            + " Default: the one that a file's first lines look like.")
    private @Nullable String format;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            description =
                    "Cluster of all jobs, whatever the records say. Default: the one that each record names; records"
                            + " of swf, lsb.acct, pbs and sge name none.")
    private @Nullable String cluster;

    @Option(
            names = "--account-by",
            paramLabel = "WHAT",
            description =
                    "department: the account of a job is its department. Of sge alone. Default: the project, or else"
                            + " the group.")
    private @Nullable String accountBy;

    @Option(names = "--domain", paramLabel = "NAME", description = "Domain of all jobs. Default: their cluster.")
    private @Nullable String domain;

    @Option(
            names = "--default-account",
            paramLabel = "NAME",
            description = "Account of jobs whose record names none. Default: their group.")
    private @Nullable String defaultAccount;

    @Option(names = "--het-jobs", paramLabel = "TRES", description = HetJobs.MEANING + " Default: allocated.")
    private String hetJobs = HetJobs.ALLOCATED.id();

    @Option(
            names = "--time-zone",
            paramLabel = "ZONE",
            description = "Zone of times that a file has without one, such as Europe/Berlin. Default: UTC.")
    private @Nullable String timeZone;

    @Option(
            names = "--until",
            paramLabel = "INSTANT",
            description = "Leave out runs that end after this instant, such as 2026-01-01T00:00:00Z.")
    private @Nullable String until;

    @Option(names = "--dry-run", description = "Read the files, print what would be sent, and send nothing.")
    private boolean dryRun;

    @Option(
            names = "--application",
            paramLabel = "ID",
            defaultValue = "fairway",
            description = "The application's application.id: its committed offsets tell what it has read. Default:"
                    + " ${DEFAULT-VALUE}.")
    private String application = "fairway";

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            defaultValue = "120",
            description = "Fail when the application reads nothing for so long. Default: ${DEFAULT-VALUE}.")
    private int patience = 120;

    @Option(
            names = {"-q", "--quiet"},
            description = "Do not print progress.")
    private boolean quiet;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        JobHistory history;
        Inventory inventory;
        try {
            history = history();
            inventory = Inventory.of(history);
        } catch (IllegalArgumentException | UncheckedIOException | IOException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        CollectConfig config = dryRun ? null : config();
        InventoryTable.print(inventory, out);
        if (config == null) {
            return inventory.badLines() > 0 ? UNREADABLE_LINES : 0;
        }
        if (inventory.jobs() == 0) {
            throw new ParameterException(spec.commandLine(), "the files have no run that ended; nothing was sent");
        }
        try (MetricsServer metrics = MetricsServer.start(config)) {
            return report(
                    new Backfill(history, inventory, config, application, Duration.ofSeconds(patience), this::say)
                            .run(),
                    inventory,
                    out);
        }
    }

    private int report(Backfill.Outcome outcome, Inventory inventory, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "sent %d events of %d jobs; the application has read them and refused %d%n",
                outcome.sent(),
                inventory.jobs(),
                outcome.refused());
        out.flush();
        PrintWriter err = spec.commandLine().getErr();
        outcome.firstRefusals().forEach(reason -> err.println("fairway: refused: " + reason));
        outcome.unwritable().forEach(reason -> err.println("fairway: not sent: " + reason));
        err.flush();
        if (outcome.refused() > 0 || !outcome.unwritable().isEmpty()) {
            return 1;
        }
        return inventory.badLines() > 0 ? UNREADABLE_LINES : 0;
    }

    private void say(String line) {
        if (!quiet) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("fairway: " + line);
            err.flush();
        }
    }

    private JobHistory history() {
        for (Path path : files) {
            if (!Files.isRegularFile(path)) {
                throw new IllegalArgumentException("\"" + path + "\": must be a file");
            }
        }
        TraceOptions options = cluster == null ? TraceOptions.ofRecords() : TraceOptions.ofCluster(cluster);
        return new JobHistory(
                files,
                format == null ? null : TraceFormat.of(format),
                options.withDomain(domain)
                        .withZone(TraceOptions.zone("--time-zone", timeZone))
                        .withDefaultAccount(defaultAccount)
                        .withHetJobs(HetJobs.of("--het-jobs", hetJobs))
                        .withAccountBy(AccountBy.of("--account-by", accountBy)),
                instant());
    }

    private @Nullable Instant instant() {
        try {
            return until == null ? null : Instant.parse(until);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "--until \"" + until + "\": must be an instant such as 2026-01-01T00:00:00Z", e);
        }
    }

    private CollectConfig config() {
        return options.config(
                spec,
                Map.of(CollectConfig.CLIENT_ID, "fairway-backfill"),
                UnaryOperator.identity(),
                CollectConfig::new);
    }
}
