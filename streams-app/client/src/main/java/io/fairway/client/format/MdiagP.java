package io.fairway.client.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.http.Api;
import io.fairway.client.table.Shown;
import io.fairway.client.table.Terms;
import io.fairway.client.table.TextPage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Waiting jobs in the columns of Moab's mdiag -p and Maui's diagnose -p: each component's part of all contributions in per
 * cent, and its subfactors in parentheses. The priority is the sum before its bounds, rounded half to even.
 */
final class MdiagP {
    private static final List<String> ORDER = List.of("cred", "fs", "attr", "serv", "targ", "res", "usage");
    private static final Map<String, String> LABELS = Map.ofEntries(
            Map.entry("fs", "FS"),
            Map.entry("user", "User"),
            Map.entry("group", "Group"),
            Map.entry("account", "Accnt"),
            Map.entry("qos", "QOS"),
            Map.entry("class", "Class"),
            Map.entry("queuetime", "QTime"),
            Map.entry("xfactor", "XFctr"),
            Map.entry("spviolation", "SPVio"),
            Map.entry("bypass", "Bypas"),
            Map.entry("ps", "PS"),
            Map.entry("pe", "PE"),
            Map.entry("walltime", "WTime"));
    private static final int NAME = 20;
    private static final int CELL = 5;
    private static final double LARGEST = 1_000_000_000;

    /** A component of any job in the answer, with its subfactors and their weights. */
    private record Column(String name, String label, JsonNode weight, Map<String, JsonNode> parts) {}

    private final List<Column> columns = new ArrayList<>();
    private final List<JsonNode> jobs = new ArrayList<>();

    private MdiagP(JsonNode answer) {
        answer.path("items").forEach(jobs::add);
        for (String name : ORDER) {
            Map<String, JsonNode> parts = new LinkedHashMap<>();
            JsonNode weight = null;
            for (JsonNode job : jobs) {
                JsonNode term = component(job, name);
                if (term.path("weight").asDouble() != 0) {
                    weight = term.path("weight");
                    term.path("parts").forEach(part -> {
                        if (part.path("weight").asDouble() != 0) {
                            parts.putIfAbsent(part.path("name").asText(), part.path("weight"));
                        }
                    });
                }
            }
            if (weight != null) {
                columns.add(new Column(name, label(name), weight, parts));
            }
        }
    }

    static void print(JsonNode answer, TextPage page) {
        new MdiagP(answer).print(page);
    }

    private void print(TextPage page) {
        page.raw("diagnosing job priority information (partition: ALL)");
        page.raw("");
        page.raw(line(
                Fixed.left("Job", NAME) + Fixed.right("PRIORITY*", 12), Column::label, (column, part) -> label(part)));
        page.raw(line(
                Fixed.right("Weights", NAME) + "   -------- ",
                column -> Shown.exact(column.weight()),
                (column, part) -> Shown.exact(weight(column, part))));
        page.raw("");
        jobs.forEach(job -> page.raw(row(job)));
        page.raw("");
        double all = columns.stream().mapToDouble(this::contributed).sum();
        page.raw(line(
                "Percent Contribution   -------- ",
                column -> percent(contributed(column), all),
                (column, part) -> percent(contributed(column, part), all)));
        page.raw("");
        page.raw("* indicates system prio set on job");
    }

    private String row(JsonNode job) {
        double all = columns.stream()
                .mapToDouble(column -> Math.abs(
                        component(job, column.name()).path("contribution").asDouble()))
                .sum();
        String head = Fixed.right(Fixed.left(job.path("job").asText(), NAME), NAME)
                + Fixed.right(Shown.fixed(priority(job), 0), 11)
                + (isSystem(job) ? "*" : " ");
        Function<Column, String> share = column -> percent(
                Math.abs(component(job, column.name()).path("contribution").asDouble()), all);
        return line(head, share, (column, part) -> {
            JsonNode component = component(job, column.name());
            JsonNode subfactor = Terms.named(component.path("parts"), part);
            return switch (column.name()) {
                case "cred" -> Shown.fixed(Math.abs(subfactor.path("value").asDouble()), 1);
                // As Maui prints it.
                case "targ" -> share.apply(column);
                default ->
                    Shown.fixed(
                            component.path("weight").asDouble()
                                    * subfactor.path("contribution").asDouble(),
                            1);
            };
        });
    }

    @FunctionalInterface
    private interface PartText {
        String of(Column column, String part);
    }

    private String line(String head, Function<Column, String> text, PartText partText) {
        StringBuilder line = new StringBuilder(head).append(' ');
        for (Column column : columns) {
            List<String> parts = column.parts().keySet().stream()
                    .map(part -> cell(partText.of(column, part)))
                    .toList();
            line.append(' ').append(cell(text.apply(column)));
            line.append(parts.isEmpty() ? "" : "(" + String.join(":", parts) + ")");
        }
        return line.toString();
    }

    private static String cell(String text) {
        return Fixed.right(Fixed.cut(text, CELL), CELL);
    }

    /** The priority topic has fairshare as a term of its own, with the value of the component. */
    private static JsonNode component(JsonNode job, String name) {
        JsonNode term = Terms.named(job.path("terms"), name);
        return term.isMissingNode() && name.equals("fs") ? Terms.named(job.path("terms"), "fairshare") : term;
    }

    private static JsonNode weight(Column column, String part) {
        return column.parts().getOrDefault(part, Api.JSON.nullNode());
    }

    /** The sum over all jobs of absolute values. */
    private double contributed(Column column) {
        return jobs.stream()
                .mapToDouble(job -> Math.abs(
                        component(job, column.name()).path("contribution").asDouble()))
                .sum();
    }

    private double contributed(Column column, String part) {
        double sum = jobs.stream()
                .mapToDouble(job -> Terms.named(component(job, column.name()).path("parts"), part)
                        .path("contribution")
                        .asDouble())
                .sum();
        return Math.abs(sum) * Math.abs(column.weight().asDouble());
    }

    private static String percent(double part, double all) {
        return Shown.fixed(all == 0 ? 0 : 100 * part / all, 1);
    }

    /** The tools print the sum without bounds, rounded; a system priority replaces it. */
    private static double priority(JsonNode job) {
        return isSystem(job) ? job.path("priority").asDouble() : sum(job);
    }

    private static double sum(JsonNode job) {
        double sum = 0;
        for (JsonNode term : job.path("terms")) {
            sum += term.path("contribution").asDouble();
        }
        return sum;
    }

    /** Only a system priority is above the largest computed one and above the sum. */
    private static boolean isSystem(JsonNode job) {
        double priority = job.path("priority").asDouble();
        return priority > LARGEST && Math.rint(sum(job)) < priority;
    }

    private static String label(String name) {
        String bare = name.startsWith("fs") && name.length() > 2
                ? name.substring(2)
                : name.startsWith("target") ? name.substring("target".length()) : name;
        String label = LABELS.get(bare);
        return label != null ? label : bare.substring(0, 1).toUpperCase(Locale.ROOT) + bare.substring(1);
    }
}
