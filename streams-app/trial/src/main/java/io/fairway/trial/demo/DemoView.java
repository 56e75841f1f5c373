package io.fairway.trial.demo;

import io.fairway.client.table.PlainWriter;
import io.fairway.trial.demo.DemoState.Order;
import io.fairway.trial.demo.DemoState.Pipeline;
import io.fairway.trial.demo.DemoState.Progress;
import io.fairway.trial.demo.DemoState.Row;
import io.fairway.trial.demo.DemoState.Setup;
import io.fairway.trial.demo.DemoState.Start;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Draws a state as text, without control characters of names, 80 columns and 24 lines for the standard workload. */
final class DemoView {
    private static final int GAUGE = (int) Verdict.LIMIT;

    /** Up to this many points, a share counts as delivered. */
    private static final double CLOSE = 2;

    private final boolean color;

    /** @param color whether to use the terminal's colours */
    DemoView(boolean color) {
        this.color = color;
    }

    /** The addresses and topics for other clients. */
    String opening(Setup setup) {
        return text(
                        "fairway demo: cluster %s, %d processors, policy %s%n",
                        setup.cluster(), setup.processors(), setup.policyInWords())
                + text("  shadow policies    %s%n", shadows(setup.policy()))
                + text("  bootstrap servers  %s%n", setup.bootstrapServers())
                + text("  schema registry    %s%n", setup.registryUrl())
                + text("  page and API       %s%n", setup.pageUrl())
                + text("  topics             in %1$sjob-events %1$sshares %1$spolicies%n", setup.topicPrefix())
                + text("                     out %1$susage %1$sfairshare %1$spriorities%n", setup.topicPrefix())
                + text("                         %1$sheartbeats %1$sdispatches%n", setup.topicPrefix())
                + "While it runs, try 'fairway top', 'fairway why JOB', a browser or any Kafka client.\n";
    }

    /** The whole table. */
    String table(DemoState state) {
        StringBuilder table = new StringBuilder();
        head(state, table);
        state.rows().forEach(row -> row(row, table));
        table.append('\n');
        List<Start> starts = state.lastStarts();
        for (int i = 0; i < starts.size(); i++) {
            start(i == 0 ? "started" : "", starts.get(i), table);
        }
        List<Order> orders = state.orders();
        for (int i = 0; i < orders.size(); i++) {
            order(i == 0 ? "order" : "", orders.get(i), table);
        }
        pipeline(state.pipeline(), table);
        Progress progress = state.progress();
        table.append(text(
                " %,d jobs dispatched. %% of processor-seconds %s %s, and in the last %ds",
                state.dispatches(),
                progress.judgedMillis() > 0 ? "since" : "from",
                clock(progress.warmUpMillis()),
                progress.recentMillis() / 1000));
        return table.toString();
    }

    private void head(DemoState state, StringBuilder table) {
        Setup setup = state.setup();
        Progress progress = state.progress();
        table.append(bold(text(
                        " fairway demo  %s of %s", clock(progress.elapsedMillis()), clock(progress.totalMillis()))))
                .append(text("  %s  %d of %d cpus busy%n", setup.policyInWords(), state.busy(), setup.processors()))
                .append(dim(text(" page %s  kafka %s%n", setup.pageUrl(), setup.bootstrapServers())))
                .append(dim(text(" %s%n", setup.policy().legend)))
                .append(bold(text(
                        " %-13s%6s%10s%6s%6s %-11s%9s%6s%6s%5s%n",
                        "account/user",
                        setup.policy().owed,
                        "delivered",
                        progress.recentMillis() / 1000 + "s",
                        "off",
                        " -" + GAUGE + "     +" + GAUGE,
                        setup.policy().score,
                        setup.policy().place,
                        "queue",
                        "cpus")));
    }

    private void row(Row row, StringBuilder table) {
        double off = 100 * (row.delivered() - row.share());
        String line = text(
                " %-13s%6.1f%10s%6s", name(row), 100 * row.share(), percent(row.delivered()), percent(row.recent()));
        String rest = text("%9s%6s%6d%5d", row.score(), row.place(), row.waiting(), row.processors());
        String gauge = text("%6s %s", Double.isNaN(off) ? "-" : text("%+.1f", off), gauge(off));
        table.append(row.isAccount() ? bold(line) : line)
                .append(row.isAccount() ? judged(off, gauge) : gauge)
                .append(row.isAccount() ? bold(rest) : rest)
                .append('\n');
    }

    private static String name(Row row) {
        return row.isAccount() ? row.account() : "  " + row.user();
    }

    private void start(String label, Start start, StringBuilder table) {
        table.append(text(
                " %-8s%7s  %-8s %-19s priority %,9.0f  %,5d waited%n",
                label,
                tenths(start.millis()),
                "#" + start.job(),
                start.account() + "/" + start.user(),
                start.priority(),
                start.queueLength()));
    }

    private void order(String label, Order order, StringBuilder table) {
        String line = text(
                " %-8s %-6s%-7s %s",
                label,
                order.policy(),
                order.decides() ? "" : "shadow",
                order.users().isEmpty() ? "no order" : String.join(" ", order.users()));
        table.append(order.decides() ? line : dim(line)).append('\n');
    }

    private static String shadows(DemoPolicy chosen) {
        return Stream.of(DemoPolicy.values())
                .filter(policy -> policy != chosen)
                .map(DemoPolicy::toString)
                .collect(Collectors.joining(", "));
    }

    private void pipeline(Pipeline pipeline, StringBuilder table) {
        String letters = text("dead letters %,d", pipeline.deadLetters());
        table.append(text(
                        " submission to priority %s, p99 %s  heartbeat %s  ",
                        millis(pipeline.latency().count(), pipeline.latency().median()),
                        millis(pipeline.latency().count(), pipeline.latency().p99()),
                        pipeline.heartbeatAgeMillis().isEmpty()
                                ? "none yet"
                                : text(
                                        "%.1f s ago",
                                        pipeline.heartbeatAgeMillis().getAsLong() / 1000.0)))
                .append(pipeline.deadLetters() == 0 ? letters : styled("31;1", letters))
                .append('\n');
    }

    /** One line with the state of the accounts. */
    String line(DemoState state) {
        Progress progress = state.progress();
        boolean judged = progress.judgedMillis() > 0;
        StringBuilder line = new StringBuilder(text("%s  ", clock(progress.elapsedMillis())));
        for (Row row : state.rows()) {
            if (row.isAccount()) {
                line.append(text(
                        "%s %s/%.0f  ",
                        row.account(), percent(judged ? row.delivered() : row.recent()), 100 * row.share()));
            }
        }
        Pipeline pipeline = state.pipeline();
        return line.append(text(
                        "%s  dispatched %,d  lag %s  dead letters %,d",
                        judged ? "(delivered/share %)" : "(warming up)",
                        state.dispatches(),
                        millis(pipeline.latency().count(), pipeline.latency().median()),
                        pipeline.deadLetters()))
                .toString();
    }

    /** The distance from the share, one mark for each point, up to the limit of the verdict. */
    static String gauge(double off) {
        char[] marks = new char[2 * GAUGE + 1];
        Arrays.fill(marks, '.');
        marks[GAUGE] = '|';
        if (Double.isNaN(off)) {
            return new String(marks);
        }
        int points = (int) Math.max(-GAUGE, Math.min(GAUGE, Math.round(off)));
        for (int i = 1; i <= Math.abs(points); i++) {
            marks[GAUGE + i * Integer.signum(points)] = '#';
        }
        if (Math.abs(off) > Verdict.LIMIT) {
            marks[GAUGE + points] = off > 0 ? '>' : '<';
        }
        return new String(marks);
    }

    private String judged(double off, String text) {
        if (Double.isNaN(off)) {
            return text;
        }
        double distance = Math.abs(off);
        return styled(distance > Verdict.LIMIT ? "31;1" : distance > CLOSE ? "33" : "32", text);
    }

    private String bold(String text) {
        return styled("1", text);
    }

    private String dim(String text) {
        return styled("2", text);
    }

    private String styled(String style, String text) {
        return color ? "\033[" + style + "m" + text + "\033[0m" : text;
    }

    private static String percent(double part) {
        return Double.isNaN(part) ? "-" : text("%.1f", 100 * part);
    }

    private static String millis(int count, long value) {
        return count == 0 ? "-" : text("%,d ms", value);
    }

    /** Minutes and seconds. */
    private static String clock(long millis) {
        return text("%d:%02d", millis / 60_000, millis / 1000 % 60);
    }

    private static String tenths(long millis) {
        return text("%s.%d", clock(millis), millis / 100 % 10);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the formats are literals of this class
    private static String text(String format, @Nullable Object... values) {
        @Nullable
        Object[] plain = Arrays.stream(values)
                .map(value -> value instanceof String name ? PlainWriter.plain(name) : value)
                .toArray();
        return String.format(Locale.ROOT, format, plain).replace(System.lineSeparator(), "\n");
    }
}
