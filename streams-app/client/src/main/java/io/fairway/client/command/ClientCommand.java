package io.fairway.client.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.http.Api;
import io.fairway.client.http.ApiException;
import io.fairway.client.http.Query;
import io.fairway.client.http.ServerOptions;
import io.fairway.client.table.ColumnOptions;
import io.fairway.client.table.Csv;
import io.fairway.client.table.Footers;
import io.fairway.client.table.OutputOptions;
import io.fairway.client.table.PageOptions;
import io.fairway.client.table.PlainWriter;
import io.fairway.client.table.Table;
import io.fairway.client.table.TextPage;
import io.fairway.client.table.TextWidth;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Asks the API a question and prints the answer as a table, JSON or CSV; once or repeatedly. */
@Command(mixinStandardHelpOptions = true)
abstract class ClientCommand implements Callable<Integer> {
    /** Moves the cursor to the top left and clears the screen. */
    private static final String CLEAR = "\u001b[H\u001b[2J";

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    /** Asks the API, by one question or several. */
    abstract JsonNode ask(Api api);

    /** The answer as a list, for programs. */
    abstract Table table(JsonNode answer);

    /** The answer for people. */
    abstract void show(JsonNode answer, TextPage page);

    /** Refuses options that contradict each other. */
    void check() {}

    /** The names of the columns to print; none = all columns. */
    List<String> columns() {
        return List.of();
    }

    /** The table with the columns that the command line names. */
    final Table chosen(JsonNode answer) {
        return ColumnOptions.only(spec, table(answer), columns());
    }

    /** The pages of a list, in the order of a column if there is one to sort by. */
    final JsonNode pages(Api api, Query query, PageOptions pages, @Nullable String sort) {
        return sort == null
                ? pages.ask(api, query)
                : pages.askSorted(api, query, answer -> ColumnOptions.sorted(spec, table(answer), sort));
    }

    /** The exit code of an answer. */
    int exitCode(JsonNode answer) {
        return 0;
    }

    final CommandSpec spec() {
        return spec;
    }

    final ServerOptions server() {
        return server;
    }

    final OutputOptions output() {
        return output;
    }

    @Override
    public final Integer call() throws InterruptedException {
        output.check(spec);
        OutputOptions.refuse(
                spec, output.json() && !columns().isEmpty(), "--format: names columns, and --json has none; use --csv");
        check();
        Api api = server.api(spec);
        Long pause = output.pauseMillis();
        if (pause == null) {
            JsonNode answer = ask(api);
            print(api, text(answer), false);
            return exitCode(answer);
        }
        PlainWriter out = PlainWriter.of(spec.commandLine().getOut());
        for (int round = 1; ; round++) {
            watch(api, round);
            if (out.checkError() || round == output.times()) {
                return 0;
            }
            Thread.sleep(pause);
        }
    }

    /** One of several answers. If the server answered at first, it may be away for a while. */
    private void watch(Api api, int round) {
        PlainWriter out = PlainWriter.of(spec.commandLine().getOut());
        boolean forPeople = !output.json() && !output.csv();
        try {
            String answer = text(ask(api));
            if (forPeople) {
                out.drawn(output.terminal().terminal() ? CLEAR : round > 1 ? System.lineSeparator() : "");
            }
            print(api, answer, output.csv() && round > 1);
        } catch (ApiException e) {
            if (round == 1) {
                throw e;
            }
            PrintWriter err = spec.commandLine().getErr();
            err.println("fairway: " + TextWidth.clean(String.valueOf(e.getMessage())));
            err.flush();
        }
    }

    private String text(JsonNode answer) {
        if (output.json()) {
            try {
                boolean oneLine = output.pauseMillis() != null;
                return escaped((oneLine ? Api.JSON.writer() : Api.JSON.writerWithDefaultPrettyPrinter())
                                .writeValueAsString(answer))
                        + System.lineSeparator();
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("cannot write an answer that was read as JSON", e);
            }
        }
        if (output.csv()) {
            tellOfMore(answer);
            return Csv.of(chosen(answer));
        }
        TextPage page = new TextPage(output.terminal());
        show(answer, page);
        return String.join(System.lineSeparator(), page.lines()) + System.lineSeparator();
    }

    /** CSV has no last line for words, and a list that is cut must not look like a whole one. */
    private void tellOfMore(JsonNode answer) {
        if (Footers.isCut(answer) && !spec.commandLine().getParseResult().hasMatchedOption("--limit")) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(
                    "fairway: the first " + answer.path("items").size() + " lines; use --limit N or --all for more");
            err.flush();
        }
    }

    /** The same JSON. Jackson escapes the control characters of ASCII, but not the others that a terminal obeys. */
    private static String escaped(String json) {
        StringBuilder escaped = new StringBuilder(json.length());
        json.chars().forEach(c -> {
            if (c == '\n' || c == '\r' || TextWidth.isHarmless(c)) {
                escaped.append((char) c);
            } else {
                escaped.append(String.format(java.util.Locale.ROOT, "\\u%04x", c));
            }
        });
        return escaped.toString();
    }

    private void print(Api api, String answer, boolean withoutFirstLine) {
        PrintWriter err = spec.commandLine().getErr();
        api.takeNotes().forEach(note -> err.println("fairway: " + TextWidth.clean(note)));
        err.flush();
        PlainWriter out = PlainWriter.of(spec.commandLine().getOut());
        // Its names are plain already, and titles may be bold.
        out.drawn(withoutFirstLine ? answer.substring(answer.indexOf('\n') + 1) : answer);
        out.flush();
    }
}
