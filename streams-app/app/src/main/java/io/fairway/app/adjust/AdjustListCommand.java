package io.fairway.app.adjust;

import io.fairway.app.adjust.KnownAdjustments.Known;
import io.fairway.app.tables.TableOptions;
import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairway adjust list}: the adjustments that are known. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Print the adjustments that are known, and which of them count.",
        footer = {"", "Example:", "  fairway adjust list alps -b localhost:9092 -r http://localhost:8081"})
final class AdjustListCommand implements Callable<Integer> {
    private static final String FORMAT = "%-8s %-28s %-9s %-32s %12s %-20s %-12s %s%n";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Mixin
    private final TableOptions options = new TableOptions();

    @Mixin
    private final KnownFilter filter = new KnownFilter();

    @Parameters(paramLabel = "DOMAIN", arity = "0..1", description = "Only this domain.")
    private @Nullable String domain;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        List<Known> known = KnownAdjustments.read(options, err).values().stream()
                .filter(each -> filter.takes(each.first(), domain))
                .toList();
        PrintWriter out = spec.commandLine().getOut();
        if (known.isEmpty()) {
            out.println("no adjustment is known");
        } else {
            out.printf(FORMAT, "STATE", "ID", "KIND", "ACCOUNT/USER", "HOURS", "EFFECTIVE AT", "ACTOR", "REASON");
        }
        known.forEach(each -> print(each, out));
        out.flush();
        return 0;
    }

    private static void print(Known known, PrintWriter out) {
        Adjustment record = known.first();
        String to = record.getToAccount() == null ? "" : " -> " + record.getToAccount() + "/" + record.getToUser();
        String undone = known.isUndone()
                ? " (undone by " + known.last().getActor() + ": " + known.last().getReason() + ")"
                : "";
        out.printf(
                FORMAT,
                known.state(),
                record.getId(),
                record.getKind(),
                record.getAccount() + (record.getUser().isEmpty() ? "" : "/" + record.getUser()) + to,
                record.getKind() == AdjustmentKind.RESET ? "-" : PreviewText.hours(record.getAmount()),
                record.getEffectiveAt().truncatedTo(ChronoUnit.SECONDS),
                record.getActor(),
                record.getReason() + undone);
    }
}
