package io.fairway.collect.backfill;

import io.fairway.readers.TraceSummary;
import io.fairway.readers.line.SkipReason;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints an inventory for people. */
final class InventoryTable {
    private static final int SHOWN_BAD_LINES = 5;
    private static final int SHOWN_DOMAINS = 10;

    private InventoryTable() {}

    static void print(Inventory inventory, PrintWriter out) {
        int width = Math.max(
                4,
                inventory.files().stream()
                        .mapToInt(file -> file.summary().file().length())
                        .max()
                        .orElse(0));
        out.printf(
                Locale.ROOT,
                "%-" + width + "s  %-14s %10s %10s %10s %10s %10s%n",
                "file",
                "format",
                "lines",
                "jobs",
                "events",
                "skipped",
                "unreadable");
        for (Inventory.FileContent file : inventory.files()) {
            out.printf(
                    Locale.ROOT,
                    "%-" + width + "s  %-14s %10d %10d %10d %10d %10d%n",
                    file.summary().file(),
                    file.format(),
                    file.summary().lines(),
                    file.jobs(),
                    file.events(),
                    file.skipped().values().stream().mapToLong(Long::longValue).sum(),
                    file.summary().badLines());
        }
        for (Inventory.FileContent file : inventory.files()) {
            notes(file, out);
        }
        if (inventory.jobs() > 0) {
            List<String> domains =
                    inventory.domains().stream().limit(SHOWN_DOMAINS).toList();
            out.printf(
                    Locale.ROOT,
                    "%s of %s in %s (%s%s), %s to %s%n",
                    count(inventory.jobs(), "job"),
                    count(inventory.associations(), "association"),
                    count(inventory.domains().size(), "domain"),
                    String.join(", ", domains),
                    domains.size() < inventory.domains().size() ? ", ..." : "",
                    Instant.ofEpochMilli(inventory.first()),
                    Instant.ofEpochMilli(inventory.last()));
        }
        out.flush();
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static void notes(Inventory.FileContent file, PrintWriter out) {
        TraceSummary summary = file.summary();
        for (Map.Entry<SkipReason, Long> skipped : file.skipped().entrySet()) {
            out.println(summary.file() + ": " + skipped.getValue() + " skipped: "
                    + skipped.getKey().words());
        }
        summary.firstBadLines().stream().limit(SHOWN_BAD_LINES).forEach(out::println);
        if (summary.badLines() > SHOWN_BAD_LINES) {
            out.println(summary.file() + ": " + (summary.badLines() - SHOWN_BAD_LINES) + " more lines are unreadable");
        }
        summary.warnings().forEach(warning -> out.println(summary.file() + ": " + warning));
    }
}
