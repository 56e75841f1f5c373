package io.fairway.app.adjust;

import io.fairway.app.adjust.KnownAdjustments.Known;
import io.fairway.app.tables.TableOptions;
import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.client.http.ServerOptions;
import io.fairway.scenario.Misuse;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway adjust}: makes corrections of usage, lists them, and takes them back. */
@Command(
        name = "adjust",
        mixinStandardHelpOptions = true,
        subcommands = {AdjustListCommand.class, AdjustUndoCommand.class},
        description = "Correct usage: refund, charge, transfer, reset; list corrections, and take one back.",
        footer = {"", "docs/corrections.md, \"Corrections\", says what each does."})
public final class AdjustCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Command(
            name = "refund",
            mixinStandardHelpOptions = true,
            description = "Take usage away from a user: an amount, or what an ended job weighs now.",
            footer = {
                "",
                "Examples:",
                "  fairway adjust refund physics anna 12.5 --reason 'node failed' \\",
                "      -b localhost:9092 -r http://localhost:8081 --dry-run",
                "  fairway adjust refund --job 4711 --reason 'node failed' \\",
                "      -b localhost:9092 -r http://localhost:8081"
            })
    int refund(
            @Mixin TableOptions options,
            @Mixin ServerOptions server,
            @Mixin AdjustmentOptions about,
            @Mixin UsedOptions used,
            @Option(names = "--job", paramLabel = "JOB", description = "The job: what it weighs now is taken back.")
                    @Nullable
                    String job,
            @Option(names = "--cluster", paramLabel = "NAME", description = "Cluster of the job, if several have it.")
                    @Nullable
                    String cluster,
            @Parameters(paramLabel = "ACCOUNT", arity = "0..1", index = "0") @Nullable String account,
            @Parameters(paramLabel = "USER", arity = "0..1", index = "1") @Nullable String user,
            @Parameters(paramLabel = "HOURS", arity = "0..1", index = "2", description = "TRES-hours.") @Nullable
                    String hours,
            @Option(names = "--partition", paramLabel = "NAME", description = "The user's association of it (Slurm).")
                    @Nullable
                    String partition)
            throws InterruptedException {
        if (job == null && (account == null || user == null || hours == null)) {
            throw misuse("say ACCOUNT USER HOURS, or --job");
        }
        if (job == null && cluster != null) {
            throw misuse("--cluster applies to --job alone");
        }
        if (job != null && (account != null || partition != null)) {
            throw misuse("--job says account, user and amount itself; leave them out");
        }
        if (job != null && (about.effectiveAt() != null || about.measure() != null)) {
            throw misuse("--effective-at and --measure do not apply to --job: it takes back what the job weighs now");
        }
        if (job != null && used.from() != null) {
            throw misuse("--used-from does not apply to --job, which says when it ran");
        }
        requireRight(used, about);
        AdjustmentSubject subject = job != null
                ? AdjustmentSubject.ofJob(cluster, job)
                : AdjustmentSubject.of(AdjustmentKind.REFUND, account, user, partition, amount(hours))
                        .used(used.from(), used.to());
        return send(options, server, about, subject);
    }

    @Command(
            name = "charge",
            mixinStandardHelpOptions = true,
            description = "Add usage to a user.",
            footer = {
                "",
                "Example:",
                "  fairway adjust charge physics anna 40 \\",
                "      --reason 'ran outside of the scheduler' \\",
                "      -b localhost:9092 -r http://localhost:8081"
            })
    int charge(
            @Mixin TableOptions options,
            @Mixin ServerOptions server,
            @Mixin AdjustmentOptions about,
            @Mixin UsedOptions used,
            @Parameters(paramLabel = "ACCOUNT", index = "0") String account,
            @Parameters(paramLabel = "USER", index = "1") String user,
            @Parameters(paramLabel = "HOURS", index = "2", description = "TRES-hours.") String hours,
            @Option(names = "--partition", paramLabel = "NAME", description = "The user's association of it (Slurm).")
                    @Nullable
                    String partition)
            throws InterruptedException {
        requireRight(used, about);
        return send(
                options,
                server,
                about,
                AdjustmentSubject.of(AdjustmentKind.CHARGE, account, user, partition, amount(hours))
                        .used(used.from(), used.to()));
    }

    @Command(
            name = "transfer",
            mixinStandardHelpOptions = true,
            description = "Take usage from one user of a tree, and add it to another, in one step.",
            footer = {
                "",
                "Example:",
                "  fairway adjust transfer physics anna biology ben 40 --reason 'wrong account' \\",
                "      -b localhost:9092 -r http://localhost:8081"
            })
    int transfer(
            @Mixin TableOptions options,
            @Mixin ServerOptions server,
            @Mixin AdjustmentOptions about,
            @Parameters(paramLabel = "ACCOUNT", index = "0") String account,
            @Parameters(paramLabel = "USER", index = "1") String user,
            @Parameters(paramLabel = "TO_ACCOUNT", index = "2") String toAccount,
            @Parameters(paramLabel = "TO_USER", index = "3") String toUser,
            @Parameters(paramLabel = "HOURS", index = "4", description = "TRES-hours.") String hours)
            throws InterruptedException {
        return send(
                options,
                server,
                about,
                AdjustmentSubject.of(AdjustmentKind.TRANSFER, account, user, null, amount(hours))
                        .to(toAccount, toUser));
    }

    @Command(
            name = "reset",
            mixinStandardHelpOptions = true,
            description = "Let usage of a user, or of an account and all below it, begin anew.",
            footer = {
                "",
                "Example:",
                "  fairway adjust reset physics --reason 'new project year' \\",
                "      -b localhost:9092 -r http://localhost:8081"
            })
    int reset(
            @Mixin TableOptions options,
            @Mixin ServerOptions server,
            @Mixin AdjustmentOptions about,
            @Parameters(paramLabel = "ACCOUNT", index = "0") String account,
            @Parameters(paramLabel = "USER", arity = "0..1", index = "1") @Nullable String user)
            throws InterruptedException {
        return send(options, server, about, AdjustmentSubject.of(AdjustmentKind.RESET, account, user, null, 0));
    }

    private int send(TableOptions options, ServerOptions server, AdjustmentOptions about, AdjustmentSubject subject)
            throws InterruptedException {
        Draft draft = Misuse.orUsage(spec, () -> Draft.of(server.api(spec), server, about, subject));
        Map<String, Known> known = KnownAdjustments.read(options, err());
        List<Adjustment> fresh = Misuse.orUsage(spec, () -> draft.fresh(known, about.effectiveAt() != null, out()));
        if (!fresh.isEmpty()) {
            // What is there already would change nothing: the server does not know that it is asked again.
            PreviewText.print(draft.preview(), draft.records(), out());
            AdjustmentSender.send(options, fresh, about.dryRun(), out());
        }
        return 0;
    }

    private void requireRight(UsedOptions used, AdjustmentOptions about) {
        String problem = used.problem(about);
        if (problem != null) {
            throw misuse(problem);
        }
    }

    private double amount(@Nullable String hours) {
        return Misuse.orUsage(spec, () -> AdjustmentRecords.seconds(String.valueOf(hours)));
    }

    private ParameterException misuse(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
