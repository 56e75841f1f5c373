package io.fairway.app.adjust;

import io.fairway.app.adjust.KnownAdjustments.Known;
import io.fairway.app.tables.TableOptions;
import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway adjust undo}: takes adjustments back. */
@Command(
        name = "undo",
        mixinStandardHelpOptions = true,
        description = "Take an adjustment back: usage is as if it had never been.",
        footer = {
            "",
            "Example:",
            "  fairway adjust undo job-alps-4711-billing --reason 'node was well' \\",
            "      -b localhost:9092 -r http://localhost:8081"
        })
final class AdjustUndoCommand implements Callable<Integer> {
    /** The most associations that a message names. */
    private static final int MAX_NAMED = 5;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Mixin
    private final TableOptions options = new TableOptions();

    @Mixin
    private final KnownFilter filter = new KnownFilter();

    @Parameters(paramLabel = "ID")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private String id;

    @Option(names = "--domain", paramLabel = "NAME", description = "Only that of this domain.")
    private @Nullable String domain;

    @Option(names = "--all", description = "All of them, if several associations have an adjustment of the id.")
    private boolean all;

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private String reason;

    @Option(
            names = "--actor",
            paramLabel = "NAME",
            defaultValue = "${sys:user.name}",
            description = "Who takes it back. Default: who runs the command (${DEFAULT-VALUE}).")
    private String actor = "";

    @Option(names = "--dry-run", description = "Only print what would be sent.")
    private boolean dryRun;

    @Override
    public Integer call() throws InterruptedException {
        List<Known> counting = counting();
        PrintWriter out = spec.commandLine().getOut();
        List<Adjustment> records = undone(counting, Instant.now().truncatedTo(ChronoUnit.MILLIS));
        for (Known each : counting) {
            out.println((dryRun ? "would undo " : "undoes ") + id + ": " + PreviewText.words(each.first()));
            if (each.first().getKind() == AdjustmentKind.RESET) {
                out.println("  usage of jobs that the application has forgotten does not come back");
            }
        }
        AdjustmentSender.send(options, records, dryRun, out);
        return 0;
    }

    private List<Known> counting() {
        PrintWriter err = spec.commandLine().getErr();
        List<Known> named = KnownAdjustments.read(options, err).values().stream()
                .filter(each -> each.first().getId().equals(id) && filter.takes(each.first(), domain))
                .toList();
        List<Known> counting =
                named.stream().filter(each -> each.state().equals("counts")).toList();
        if (counting.isEmpty()) {
            throw misuse(
                    named.isEmpty()
                            ? "is not known; see 'fairway adjust list'"
                            : "is " + named.get(0).state() + " already");
        }
        if (counting.size() > 1 && !all) {
            List<String> whose = counting.stream()
                    .limit(MAX_NAMED)
                    .map(each -> each.first().getAccount() + "/" + each.first().getUser())
                    .toList();
            throw misuse(counting.size() + " associations have one; say --all, or which by --domain, --account and"
                    + " --user: " + String.join(", ", whose));
        }
        return counting;
    }

    private List<Adjustment> undone(List<Known> counting, Instant now) {
        try {
            return counting.stream()
                    .map(each -> AdjustmentRecords.undone(each.last(), actor, reason, now))
                    .toList();
        } catch (IllegalArgumentException wrong) {
            throw misuse(String.valueOf(wrong.getMessage()));
        }
    }

    private ParameterException misuse(String problem) {
        return new ParameterException(spec.commandLine(), "adjustment " + id + ": " + problem);
    }
}
