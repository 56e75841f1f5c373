package io.fairway.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.client.format.LsfTables;
import io.fairway.client.format.ToolNames;
import io.fairway.client.http.Api;
import io.fairway.client.http.Query;
import io.fairway.client.table.Column;
import io.fairway.client.table.ColumnOptions;
import io.fairway.client.table.Footers;
import io.fairway.client.table.OutputOptions;
import io.fairway.client.table.Shown;
import io.fairway.client.table.SortColumn;
import io.fairway.client.table.Table;
import io.fairway.client.table.TextPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fairway queues}: queues and pools in the order in which they are served. */
@Command(
        name = "queues",
        description = {
            "Show queues (partitions), with their waiting and running jobs, and the order of queues in pools.",
            "The format bqueues prints the columns of LSF's command; docs/questions.md lists the differences."
        },
        footer = {"", "Examples:", "  fairway queues", "  fairway queues --policy lsf --format bqueues"})
public final class QueuesCommand extends ClientCommand {
    @Option(names = "--policy", paramLabel = "NAME", description = "Policy. Default: the active one.")
    private @Nullable String policy;

    private enum Format {
        TABLE,
        BQUEUES;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = {"-o", "--format"},
            defaultValue = "table",
            paramLabel = "FORMAT|COLUMN,...",
            completionCandidates = Formats.class,
            description = "${COMPLETION-CANDIDATES}, or columns of the table. Default: ${DEFAULT-VALUE}.")
    private String asked = "table";

    @Option(
            names = {"-S", "--sort"},
            paramLabel = "[-]COLUMN",
            preprocessor = SortColumn.class,
            description = "Sort by this column; with a minus, the largest first.")
    private @Nullable String sort;

    private static final class Formats extends ToolNames<Format> {
        Formats() {
            super(Format.class);
        }
    }

    private final ToolNames<Format> formats = new Formats();

    @Override
    void check() {
        Format format = formats.tool(asked, Format.TABLE);
        output().refuseBeside(spec(), format, format != Format.TABLE);
        OutputOptions.refuse(
                spec(), sort != null && format != Format.TABLE, "--sort: --format bqueues has an order of its own");
    }

    @Override
    JsonNode ask(Api api) {
        JsonNode answer =
                api.get(Query.of("domains", server().domain(api), "queues").with("policy", policy));
        if (sort != null && answer instanceof ObjectNode object) {
            List<JsonNode> sorted = ColumnOptions.sorted(spec(), table(answer), sort);
            object.putArray("queues").addAll(sorted);
        }
        return answer;
    }

    @Override
    List<String> columns() {
        return formats.columns(asked);
    }

    @Override
    Table table(JsonNode answer) {
        return Table.of(
                List.of(
                        Column.text("QUEUE", "queue").importance(Column.KEY),
                        Column.number("WAIT", "pending", Shown::text).importance(90),
                        Column.number("RUN", "running", Shown::text).importance(90),
                        Column.number("SLOTS WAIT", "slotsPending", Shown::exact),
                        Column.number("SLOTS RUN", "slotsRunning", Shown::exact)),
                answer.path("queues"));
    }

    @Override
    void show(JsonNode answer, TextPage page) {
        if (formats.tool(asked, Format.TABLE) == Format.BQUEUES) {
            LsfTables.bqueues(answer, page);
            return;
        }
        page.table(chosen(answer));
        for (JsonNode pool : answer.path("pools")) {
            page.blank();
            page.head("pool " + pool.path("pool").asText() + ": order of queues");
            List<String> order = new ArrayList<>();
            for (JsonNode queue : pool.path("order")) {
                String name = queue.asText();
                JsonNode slots = pool.path("slots").path(name);
                order.add(name + (slots.isMissingNode() ? "" : " (" + slots.asText() + " slots)"));
            }
            page.sentence("  ", String.join(", ", order));
        }
        page.blank();
        page.sentence(
                "",
                (sort != null
                                ? "sorted by " + sort
                                : answer.path("ordered").asBoolean()
                                        ? "in the order in which they are served"
                                        : "by name")
                        + "; "
                        + Footers.policyAndTime(answer));
    }
}
