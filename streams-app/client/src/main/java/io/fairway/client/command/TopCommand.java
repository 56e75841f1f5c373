package io.fairway.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.http.Api;
import io.fairway.client.http.ApiException;
import io.fairway.client.http.Query;
import io.fairway.client.http.ServerOptions;
import io.fairway.client.table.Footers;
import io.fairway.client.table.FullScreen;
import io.fairway.client.table.Keyboard;
import io.fairway.client.table.OutputOptions;
import io.fairway.client.table.PlainWriter;
import io.fairway.client.table.Table;
import io.fairway.client.table.Terminal;
import io.fairway.client.table.TextPage;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fairway top}: the next jobs and the ranking of users, live. */
@Command(
        name = "top",
        mixinStandardHelpOptions = true,
        description = {
            "Show the next jobs and the ranking of users, live. q or Ctrl-C ends it; the space bar refreshes it.",
            "If standard output is not a terminal, it prints one page after the other."
        },
        footer = {"", "Examples:", "  fairway top", "  fairway top --policy lsf --sort last --delay 5"})
public final class TopCommand implements Callable<Integer> {
    private enum Sort {
        FIRST,
        LAST,
        USAGE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final double SHORTEST_SECONDS = 0.1;
    private static final double LONGEST_SECONDS = 3600;
    private static final int LEAST_ROWS = 3;
    /** Lines that are neither a job nor a user. */
    private static final int FRAME = 7;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Option(names = "--policy", paramLabel = "NAME", description = "Policy. Default: the active one.")
    private @Nullable String policy;

    @Option(names = "--tree", paramLabel = "NAME", description = "Share tree. Required if the domain has several.")
    private @Nullable String tree;

    @Option(
            names = "--sort",
            paramLabel = "COLUMN",
            defaultValue = "first",
            description = "Order of users: ${COMPLETION-CANDIDATES} (served first, served last, most usage). Default:"
                    + " ${DEFAULT-VALUE}.")
    private Sort sort = Sort.FIRST;

    @Option(
            names = {"-d", "--delay"},
            defaultValue = "2",
            paramLabel = "SECONDS",
            description = "Seconds between two refreshes. Default: ${DEFAULT-VALUE}.")
    private double delay;

    @Option(
            names = {"-n", "--times"},
            paramLabel = "N",
            description = "End after N pages.")
    private @Nullable Integer times;

    @Option(names = "--width", paramLabel = "COLUMNS", description = "Width. Default: that of the terminal.")
    private @Nullable Integer width;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        OutputOptions.refuse(
                spec,
                !(delay >= SHORTEST_SECONDS && delay <= LONGEST_SECONDS),
                "--delay " + delay + ": must be " + SHORTEST_SECONDS + " to " + (int) LONGEST_SECONDS + " seconds");
        OutputOptions.refuse(spec, times != null && times < 1, "--times " + times + ": must be 1 or more");
        Api api = server.api(spec);
        PlainWriter out = PlainWriter.of(spec.commandLine().getOut());
        TextPage first = picture(api);
        if (!Terminal.current().terminal()) {
            return repeat(api, first, out);
        }
        Keyboard keys = new Keyboard();
        FullScreen screen = new FullScreen(out);
        Thread restore = new Thread(() -> {
            screen.close();
            keys.close();
        });
        Runtime.getRuntime().addShutdownHook(restore);
        try (keys;
                screen) {
            TextPage page = first;
            for (int round = 1; ; round++) {
                screen.show(page.lines(), Terminal.current().rows());
                if (isLast(round) || keys.await(Math.round(delay * 1000)) == 'q') {
                    return 0;
                }
                page = pictureOrReason(api);
            }
        } finally {
            Runtime.getRuntime().removeShutdownHook(restore);
        }
    }

    private int repeat(Api api, TextPage first, PlainWriter out) throws InterruptedException {
        TextPage page = first;
        for (int round = 1; ; round++) {
            page.lines().forEach(line -> out.drawn(line + System.lineSeparator()));
            if (isLast(round) || out.checkError()) {
                out.flush();
                return 0;
            }
            Thread.sleep(Math.round(delay * 1000));
            out.println();
            page = pictureOrReason(api);
        }
    }

    private boolean isLast(int round) {
        return times != null && round >= times;
    }

    private TextPage pictureOrReason(Api api) {
        try {
            return picture(api);
        } catch (ApiException e) {
            TextPage page = new TextPage(terminal());
            page.head("fairway: " + e.getMessage());
            return page;
        }
    }

    private Terminal terminal() {
        Terminal is = Terminal.current();
        return width == null ? is : new Terminal(is.terminal(), width, is.rows(), is.colours());
    }

    private TextPage picture(Api api) {
        Terminal terminal = terminal();
        int rows = Math.max(LEAST_ROWS, (terminal.rows() - FRAME) / 2);
        JsonNode domain = server.describedDomain(api);
        String name = domain.path("domain").asText();
        JsonNode jobs =
                api.get(Query.of("domains", name, "jobs").with("policy", policy).with("limit", rows));
        JsonNode users = api.get(Query.of("domains", name, "fairshare")
                .with("policy", policy)
                .with("tree", tree)
                .with("kind", "users")
                .with("sort", sort)
                .with("limit", rows));
        TextPage page = new TextPage(terminal);
        page.line(name + ", " + Footers.policyAndTime(users));
        page.line(jobs.path("total").asText() + " waiting, "
                + domain.path("counts").path("runningJobs").asText("?") + " running, "
                + users.path("users").asText() + " users");
        List<String> notes = api.takeNotes();
        notes.forEach(page::line);
        page.blank();
        page.rows(Table.of(PriorityCommand.columns(jobs, false), jobs.path("items")));
        page.blank();
        page.rows(Table.of(FairshareCommand.columns(users, false), users.path("items")));
        return page;
    }
}
