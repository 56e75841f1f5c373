package io.fairway.trial.replay;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A result for people. */
final class Summary {
    private static final int ROWS = 10;

    private Summary() {}

    static void print(ReplayPlan plan, String policy, ReplayResult result, PrintWriter out) {
        var trace = plan.trace().summary();
        line(out, "trace", "%s: %,d jobs, %,d skipped", trace.file(), trace.jobs(), result.skipped());
        line(out, "policy", "%s", policy);
        line(
                out,
                "events",
                "%,d of %s on %d partition%s%s",
                result.events(),
                plan.trace().domains().size() == 1
                        ? "domain " + plan.trace().domains().iterator().next()
                        : plan.trace().domains().size() + " domains",
                plan.partitions(),
                plan.partitions() == 1 ? "" : "s",
                how(plan, result));
        line(
                out,
                "time",
                "%.1f s, %,.0f events/s; start took %.1f s",
                seconds(result.processing()),
                result.rate(),
                seconds(result.starting()));
        line(out, "at", "%s", Instant.ofEpochMilli(result.at()));
        line(out, "digest", "%s", result.digest());
        if (result.unplaced() > 0) {
            line(
                    out,
                    "unplaced",
                    "%d associations have no share record: they have usage, but no fairshare",
                    result.unplaced());
        }
        table(result, out);
        out.flush();
    }

    private static String how(ReplayPlan plan, ReplayResult result) {
        StringBuilder how = new StringBuilder();
        plan.shuffle().ifPresent(seed -> how.append(", shuffled with seed ").append(seed));
        if (result.sent() > result.events()) {
            how.append(String.format(Locale.ROOT, ", %,d sent twice", result.sent() - result.events()));
        }
        plan.restartAtPercent()
                .ifPresent(percent ->
                        how.append(", killed and restarted at ").append(percent).append(" %"));
        return how.toString();
    }

    private static void table(ReplayResult result, PrintWriter out) {
        List<ReplayResult.Row> top = result.associations().stream()
                .sorted(Comparator.comparingDouble(ReplayResult.Row::usage).reversed())
                .limit(ROWS)
                .toList();
        double all = result.associations().stream()
                .mapToDouble(ReplayResult.Row::usage)
                .sum();
        out.println();
        out.printf(
                Locale.ROOT,
                "%-12s %-12s %-12s %18s %7s %10s%n",
                "tree",
                "account",
                "user",
                "TRES-seconds",
                "%",
                "fairshare");
        for (ReplayResult.Row row : top) {
            out.printf(
                    Locale.ROOT,
                    "%-12s %-12s %-12s %,18.1f %7.2f %10s%n",
                    row.association().tree(),
                    row.association().account(),
                    row.association().user(),
                    row.usage(),
                    all > 0 ? 100 * row.usage() / all : 0,
                    factor(row.fairshare()));
        }
        if (result.associations().size() > top.size()) {
            out.printf(Locale.ROOT, "... and %,d more%n", result.associations().size() - top.size());
        }
    }

    private static String factor(@Nullable Double fairshare) {
        return fairshare == null ? "-" : String.format(Locale.ROOT, "%.6f", fairshare);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }

    @SuppressWarnings("AnnotateFormatMethod") // the formats are literals of this class
    private static void line(PrintWriter out, String name, String format, Object... values) {
        out.printf("%-9s%s%n", name, String.format(Locale.ROOT, format, values));
    }
}
