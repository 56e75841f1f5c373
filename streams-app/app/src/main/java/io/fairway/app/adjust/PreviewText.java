package io.fairway.app.adjust;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.client.table.Shown;
import java.io.PrintWriter;
import java.util.List;

/** What an adjustment would change, in lines. */
final class PreviewText {
    private static final String FORMAT = "%-32s %-7s %14s %12s %8s%n";
    /** The most users that are named; the API may name more. */
    private static final int MAX_MOVED = 20;

    private PreviewText() {}

    static void print(JsonNode preview, List<Adjustment> records, PrintWriter out) {
        JsonNode listed = preview.path("adjustments");
        for (int i = 0; i < records.size(); i++) {
            Adjustment record = records.get(i);
            out.println(words(record) + ", from " + record.getEffectiveAt() + " on");
            out.println("  id " + record.getId() + ", by " + record.getActor() + ": " + record.getReason());
            if (listed.path(i).path("charged").isNumber()) {
                String what = preview.path("job").isTextual()
                        ? "job " + preview.path("cluster").asText() + "/"
                                + preview.path("job").asText() + " was charged "
                        : "of that time were used ";
                out.println("  " + what + Shown.hours(listed.path(i).path("charged")) + " h, which weigh "
                        + Shown.hours(listed.path(i).path("amount")) + " h now");
            }
        }
        out.println();
        out.printf(FORMAT, "", "", "USAGE [h]", "FACTOR", "PLACE");
        for (JsonNode node : preview.path("nodes")) {
            String name = name(node);
            line(name, "before", node.path("before"), out);
            if (node.path("after").isObject()) {
                line("", "after", node.path("after"), out);
            }
        }
        if (preview.path("known").asBoolean()) {
            moved(preview, out);
        } else {
            out.println("What is left is known afterwards: a reset of an earlier instant counts jobs anew.");
        }
        out.println();
        out.flush();
    }

    private static void line(String name, String when, JsonNode standing, PrintWriter out) {
        out.printf(
                FORMAT,
                name,
                when,
                Shown.hours(standing.path("usage")),
                Shown.fixed(standing.path("factor"), 6),
                Shown.text(standing.path("place")));
    }

    private static void moved(JsonNode preview, PrintWriter out) {
        int total = preview.path("movedTotal").asInt();
        if (total == 0) {
            out.println("No user's place changes.");
            return;
        }
        out.println(total == 1 ? "1 user's place changes:" : total + " users' places change:");
        int named = 0;
        for (JsonNode user : preview.path("moved")) {
            if (named++ < MAX_MOVED) {
                out.println("  " + name(user) + "  " + Shown.text(user.path("before")) + " -> "
                        + Shown.text(user.path("after")));
            }
        }
        if (total > MAX_MOVED) {
            out.println("  and " + (total - MAX_MOVED) + " more");
        }
    }

    private static String name(JsonNode node) {
        String user = node.path("user").asText();
        String partition = node.path("partition").asText();
        return node.path("account").asText()
                + (user.isEmpty() ? "" : "/" + user)
                + (partition.isEmpty() ? "" : " in " + partition);
    }

    /** An adjustment in words, without its id. */
    static String words(Adjustment record) {
        String whose = record.getAccount()
                + (record.getUser().isEmpty() ? "" : "/" + record.getUser())
                + (record.getPartition().isEmpty() ? "" : " in " + record.getPartition());
        String of = record.getKind() == AdjustmentKind.TRANSFER
                ? whose + " to " + record.getToAccount() + "/" + record.getToUser()
                : whose;
        return record.getKind() + " "
                + (record.getKind() == AdjustmentKind.RESET ? "" : hours(record.getAmount()) + " TRES-hours ")
                + of + " of tree " + record.getTree()
                + (record.getMeasure() == null ? "" : ", measure " + record.getMeasure());
    }

    static String hours(double seconds) {
        return Shown.hours(com.fasterxml.jackson.databind.node.DoubleNode.valueOf(seconds));
    }
}
