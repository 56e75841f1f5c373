package io.fairway.client.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.table.Details;
import io.fairway.client.table.Shown;
import io.fairway.client.table.TextPage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Fairshare in the columns of Moab's mdiag -f and Maui's diagnose -f: usage in per cent, the target, and the content of each
 * window. Windows are rows of the explanation, {@code window0} the current one, in processor-seconds with weights.
 */
final class MdiagF {
    private static final String NOTHING = "-------";
    private static final int SECONDS_PER_HOUR = 3600;
    private static final double TOLERANCE = 5;

    private final JsonNode answer;
    private final List<Double> weights = new ArrayList<>();
    private final List<Double> totals = new ArrayList<>();

    private MdiagF(JsonNode answer) {
        this.answer = answer;
        for (int i = 0; i < answer.path("items").size(); i++) {
            if (answer.path("items").path(i).path("depth").asInt() == 0) {
                JsonNode rows = Details.of(answer, i);
                for (JsonNode row = window(rows, 0); row.path("value").isNumber(); row = window(rows, weights.size())) {
                    weights.add(row.path("weight").asDouble());
                    totals.add(row.path("value").asDouble());
                }
            }
        }
    }

    static void print(JsonNode answer, TextPage page) {
        new MdiagF(answer).print(page);
    }

    private void print(TextPage page) {
        page.raw("FairShare Information");
        page.raw("");
        page.raw("Depth: " + weights.size() + " intervals");
        page.raw("");
        StringBuilder numbers = new StringBuilder("FSInterval        %     Target");
        StringBuilder weighted = new StringBuilder("FSWeight       ------- -------");
        StringBuilder total = new StringBuilder("TotalUsage      100.00 -------");
        for (int k = 0; k < weights.size(); k++) {
            if (totals.get(k) > 0) {
                numbers.append(Fixed.right(String.valueOf(k), 8));
                weighted.append(' ').append(Fixed.right(Shown.fixed(weights.get(k), 4), 7));
                total.append(' ').append(Fixed.right(Shown.fixed(totals.get(k) / SECONDS_PER_HOUR, 1), 7));
            }
        }
        page.raw(numbers.toString());
        page.raw(weighted.toString());
        page.raw(total.toString());
        section("USER", true, page);
        section("ACCT", false, page);
    }

    private void section(String title, boolean users, TextPage page) {
        boolean begun = false;
        Set<String> shown = new HashSet<>();
        for (int i = 0; i < answer.path("items").size(); i++) {
            JsonNode item = answer.path("items").path(i);
            boolean isUser = !item.path("user").asText().isEmpty();
            JsonNode rows = Details.of(answer, i);
            // A user in several accounts has one line with the numbers of all, as in the tools.
            JsonNode effective = item.path("effectiveUsage");
            double usage = 100 * (effective.isNumber() ? effective : item.path("normUsage")).asDouble();
            String target = target(item, rows);
            boolean hidden = usage == 0 && target.equals(NOTHING);
            String name = item.path(isUser ? "user" : "account").asText();
            if (item.path("depth").asInt() == 0 || isUser != users || hidden || !shown.add(name)) {
                continue;
            }
            if (!begun) {
                page.raw("");
                page.raw(title);
                page.raw("-------------");
                begun = true;
            }
            page.raw(row(name, usage, target, rows));
        }
    }

    private String row(String name, double usage, String target, JsonNode rows) {
        StringBuilder line = new StringBuilder(Fixed.left(name + (isOff(usage, target) ? "*" : ""), 14));
        line.append(' ').append(Fixed.right(Shown.fixed(usage, 2), 7));
        line.append(' ').append(Fixed.right(Fixed.cut(target, 7), 7));
        for (int k = 0; k < weights.size(); k++) {
            double total = totals.get(k);
            if (total > 0) {
                double percent = 100 * window(rows, k).path("value").asDouble() / total;
                line.append(' ').append(percent == 0 ? NOTHING : Fixed.right(Shown.fixed(percent, 2), 7));
            }
        }
        return line.toString();
    }

    /** The target with its kind: {@code 25.50-} is a ceiling, {@code 10.00+} a floor. */
    private static String target(JsonNode item, JsonNode rows) {
        JsonNode shares = item.path("normShares");
        if (!shares.isNumber()) {
            return NOTHING;
        }
        String kind = switch (Details.find(rows, "target").path("rule").asText()) {
            case "floor" -> "+";
            case "ceiling" -> "-";
            default -> " ";
        };
        return Shown.fixed(100 * shares.doubleValue(), 2) + kind;
    }

    /** Whether usage is off its target, as the tools mark it: a plain target allows 5 % of difference. */
    private static boolean isOff(double usage, String target) {
        if (target.equals(NOTHING)) {
            return false;
        }
        double wanted = Double.parseDouble(target.substring(0, target.length() - 1));
        return switch (target.charAt(target.length() - 1)) {
            case '+' -> usage < wanted;
            case '-' -> usage > wanted;
            default -> Math.abs(usage - wanted) > TOLERANCE;
        };
    }

    private static JsonNode window(JsonNode rows, int number) {
        return Details.find(rows, "window" + number);
    }
}
