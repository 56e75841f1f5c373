package io.fairway.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.client.diff.Comparison;
import io.fairway.client.diff.Difference;
import io.fairway.client.diff.ShareLine;
import io.fairway.client.format.SlurmShares;
import io.fairway.client.http.Api;
import io.fairway.client.http.Query;
import io.fairway.client.table.Column;
import io.fairway.client.table.OutputOptions;
import io.fairway.client.table.PageOptions;
import io.fairway.client.table.Shown;
import io.fairway.client.table.Table;
import io.fairway.client.table.TextPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fairway diff sshare}: the fairshare of a live Slurm beside Fairway's, association by association. */
@Command(
        name = "sshare",
        description = {
            "Compare the fairshare of a live Slurm with that of Fairway, association by association.",
            "It lists those that one side lacks, that have another place, or that differ by more than the tolerance, and"
                    + " why. Usage and fairshare factors differ absolutely, level fairshare relatively."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing is missing, and no difference is beyond the tolerance",
            "1:something is, or a side did not answer",
            "2:bad usage"
        },
        footer = {
            "",
            "Examples:",
            "  fairway diff sshare",
            "  fairway diff sshare --policy slurm --tolerance 0.01",
            "  sshare -a -l -m -P | fairway diff sshare --file - --json"
        })
public final class DiffSshareCommand extends ClientCommand {
    @Mixin
    private final SlurmShares slurm = new SlurmShares();

    @Option(names = "--policy", paramLabel = "NAME", description = "Policy. Default: the active one.")
    private @Nullable String policy;

    @Option(names = "--tree", paramLabel = "NAME", description = "Share tree. Required if the domain has several.")
    private @Nullable String tree;

    @Option(
            names = "--tolerance",
            paramLabel = "X",
            description = "The largest difference that is taken for equal. Default: ${DEFAULT-VALUE}.")
    private double tolerance = 0.001;

    @Override
    void check() {
        slurm.check(spec());
        OutputOptions.refuse(spec(), !(tolerance >= 0), "--tolerance " + tolerance + ": must be 0 or more");
    }

    @Override
    JsonNode ask(Api api) {
        SlurmShares.Read read = slurm.read();
        JsonNode fairway = PageOptions.askForAll(
                api,
                Query.of("domains", server().domain(api), "fairshare")
                        .with("policy", policy)
                        .with("tree", tree));
        Comparison comparison = Comparison.of(read.lines(), lines(fairway), slurm.rules());
        return answer(fairway, comparison, read.problems());
    }

    private static List<ShareLine> lines(JsonNode fairway) {
        List<ShareLine> lines = new ArrayList<>();
        for (JsonNode item : fairway.path("items")) {
            lines.add(new ShareLine(
                    item.path("account").asText(),
                    item.path("user").asText(),
                    item.path("partition").asText(""),
                    item.path("shares").isNull()
                            ? "parent"
                            : item.path("shares").asText(),
                    number(item.path("rawUsage")),
                    number(item.path("effectiveUsage")),
                    number(item.path("factor")),
                    number(item.path("levelFairshare")),
                    item.path("runningJobs").asInt()));
        }
        return lines;
    }

    private static double number(JsonNode node) {
        return node.isNumber()
                ? node.doubleValue()
                : node.asText().equals("Infinity") ? Double.POSITIVE_INFINITY : Double.NaN;
    }

    private JsonNode answer(JsonNode fairway, Comparison comparison, List<String> problems) {
        ObjectNode answer = Api.JSON.createObjectNode();
        answer.set("domain", fairway.path("domain"));
        answer.set("tree", fairway.path("tree"));
        answer.set("policy", fairway.path("policy").path("name"));
        answer.put("associations", comparison.associations());
        answer.put("placesEqual", comparison.placesEqual());
        answer.put("missing", comparison.missing());
        ObjectNode largest = answer.putObject("largestDifference");
        comparison
                .largest()
                .ifPresent(each -> largest.put("value", each.largest())
                        .put("of", each.largestOf())
                        .put("association", name(each)));
        answer.put("tolerance", tolerance);
        answer.put("equal", problems.isEmpty() && comparison.isWithin(tolerance));
        ArrayNode items = answer.putArray("items");
        comparison.beyond(tolerance).forEach(each -> items.add(item(each)));
        ArrayNode array = answer.putArray("problems");
        problems.forEach(array::add);
        return answer;
    }

    private static String name(Difference each) {
        ShareLine line = each.fairway() == null ? each.slurm() : each.fairway();
        return line == null ? "" : line.name();
    }

    private static ObjectNode item(Difference each) {
        ObjectNode item = Api.JSON.createObjectNode();
        item.put("association", name(each));
        if (each.slurmPlace() > 0) {
            item.put("slurmPlace", each.slurmPlace()).put("fairwayPlace", each.fairwayPlace());
        }
        side(item, "slurm", each.slurm());
        side(item, "fairway", each.fairway());
        item.put("difference", each.largest());
        item.put("why", each.why());
        return item;
    }

    private static void side(ObjectNode item, String name, @Nullable ShareLine line) {
        if (line == null) {
            item.putNull(name);
            return;
        }
        ObjectNode side = item.putObject(name);
        put(side, "rawUsage", line.rawUsage());
        put(side, "effectiveUsage", line.effectiveUsage());
        put(side, "levelFairshare", line.level());
        put(side, "factor", line.factor());
    }

    /** Infinity and what is no number are texts, as in the answers of the API. */
    private static void put(ObjectNode side, String name, double number) {
        if (Double.isNaN(number)) {
            side.putNull(name);
        } else if (Double.isInfinite(number)) {
            side.put(name, "Infinity");
        } else {
            side.put(name, number);
        }
    }

    @Override
    int exitCode(JsonNode answer) {
        return answer.path("equal").asBoolean() ? 0 : 1;
    }

    @Override
    Table table(JsonNode answer) {
        return Table.of(
                List.of(
                        Column.text("ASSOCIATION", "association").importance(Column.KEY),
                        Column.number("SLURM", "slurmPlace", Shown::text),
                        Column.number("PLACE", "fairwayPlace", Shown::text),
                        pair("EFFECTIVE", "effectiveUsage"),
                        pair("LEVEL", "levelFairshare"),
                        pair("FACTOR", "factor"),
                        Column.number("DIFFERENCE", "difference", node -> Shown.fixed(node, 6))
                                .importance(90),
                        Column.text("WHY", "why").importance(80)),
                answer.path("items"));
    }

    /** Slurm's number beside Fairway's. */
    private static Column pair(String title, String member) {
        return Column.made(
                title,
                member,
                item -> Shown.fixed(item.path("slurm").path(member), 6) + " "
                        + Shown.fixed(item.path("fairway").path(member), 6));
    }

    @Override
    void show(JsonNode answer, TextPage page) {
        if (!answer.path("items").isEmpty()) {
            page.table(table(answer));
            page.blank();
        }
        answer.path("problems").forEach(problem -> page.sentence("", "not read: " + problem.asText()));
        JsonNode largest = answer.path("largestDifference");
        String missing = answer.path("missing").asInt() == 0
                ? ""
                : ", " + answer.path("missing").asText() + " missing on one side";
        page.sentence(
                "",
                answer.path("associations").asText() + " associations: "
                        + answer.path("placesEqual").asText() + " places equal" + missing + ", largest difference "
                        + largest(largest));
    }

    private static String largest(JsonNode largest) {
        double value = largest.path("value").asDouble(Double.NaN);
        if (Double.isNaN(value) || value == 0) {
            return value == 0 ? "0" : "unknown: nothing is on both sides";
        }
        return String.format(Locale.ROOT, "%.6f", value) + " ("
                + largest.path("of").asText() + " of "
                + largest.path("association").asText() + ")";
    }
}
