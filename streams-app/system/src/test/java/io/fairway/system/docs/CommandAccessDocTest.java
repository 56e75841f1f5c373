package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fairway.api.http.ApiDescription;
import io.fairway.system.FairwayMain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code docs/security.md}, "What each command needs": each command is run against a server that notes what it is asked. A new command
 * fails here until it has a line.
 */
class CommandAccessDocTest {
    private static final Path PAGE = Documents.ROOT.resolve("docs/security.md");
    private static final String BEGIN = "| command | asks the server for | talks to the brokers |\n";
    private static final String DOMAINS = "/v1/domains";
    private static final String DOMAIN =
            "{\"domain\":\"alps\",\"clusters\":[\"alps\"],\"trees\":[\"alps\"],\"policies\":[],"
                    + "\"counts\":{},\"freshness\":{\"asOf\":\"2026-11-21T12:00:00.000Z\"},\"items\":[],\"job\":{\"cluster\":\"alps\",\"job\":\"4711\"}}";
    private static final String CORRECTION = " --reason x --dry-run -b 127.0.0.1:1 -r http://127.0.0.1:1";

    /** What a person would type after the command; of those that need no more than a server, nothing. */
    private static final Map<String, List<String>> LINES = Map.ofEntries(
            Map.entry("usage", List.of("", "--by cluster", "--period today")),
            Map.entry("fairshare", List.of("", "--format sshare", "--format bhpart", "--format mdiag-f")),
            Map.entry("priority", List.of("", "--format sprio", "--format mdiag-p", "--at 2026-11-20")),
            Map.entry("policies", List.of("", "--compare")),
            Map.entry("top", List.of("--times 1")),
            Map.entry("job", List.of("4711")),
            Map.entry("why", List.of("4711", "anna --user", "anna --since yesterday")),
            Map.entry("whatif", List.of("4711 --nodes 2")),
            Map.entry("forecast", List.of("cms anna --factor 0.5")),
            Map.entry("adjust refund", List.of("--job 4711" + CORRECTION)),
            Map.entry("adjust charge", List.of("cms anna 1" + CORRECTION)),
            Map.entry("adjust transfer", List.of("cms anna cms ben 1" + CORRECTION)),
            Map.entry("adjust reset", List.of("cms" + CORRECTION)));

    /** The first has brokers of its own, the second only prints their addresses. */
    private static final Set<String> WITHOUT_ROLE = Set.of("demo", "topics acl");

    @TempDir
    private Path directory;

    /** One for all: to make it takes longer than to ask. */
    private final CommandLine commands =
            FairwayMain.commandLine().setOut(nowhere()).setErr(nowhere());

    private final Set<String> asked = new ConcurrentSkipListSet<>();
    private boolean answers;

    @Test
    void thePageSaysWhatEachCommandAsksFor() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        try {
            StringBuilder table = new StringBuilder(BEGIN).append("|---|---|---|\n");
            Set<String> neither = new TreeSet<>();
            leaves(commands).forEach((name, spec) -> {
                String questions = spec.findOption("--token-file") == null
                        ? "-"
                        : String.join(
                                ", ",
                                questions(
                                        name,
                                        "http://127.0.0.1:"
                                                + server.getAddress().getPort()));
                boolean connects = spec.findOption("--bootstrap-servers") != null && !WITHOUT_ROLE.contains(name);
                String role = connects ? "as " + role(name) : "-";
                if (questions.equals("-") && role.equals("-")) {
                    neither.add("`" + name + "`");
                } else {
                    table.append(ReferencePage.row("`" + name + "`", questions, role));
                }
            });
            holds(table + "\nNeither, or by a configuration file alone: " + String.join(", ", neither) + ".\n");
        } finally {
            server.stop(0);
        }
    }

    private static PrintWriter nowhere() {
        return new PrintWriter(Writer.nullWriter());
    }

    private static void holds(String made) throws IOException {
        String page = Files.readString(PAGE);
        if (Boolean.getBoolean("docs.write")) {
            int from = page.indexOf(BEGIN);
            int to = page.indexOf("\n### ", from);
            page = page.substring(0, from) + made + page.substring(to);
            Files.writeString(PAGE, page);
        }
        assertThat(page).contains(made);
    }

    /** The commands without subcommands, by all their words. */
    private static Map<String, CommandSpec> leaves(CommandLine line) {
        Map<String, CommandSpec> leaves = new TreeMap<>();
        line.getSubcommands().forEach((name, command) -> {
            if (command.getSubcommands().isEmpty()) {
                leaves.put(name, command.getCommandSpec());
            } else {
                leaves(command).forEach((below, spec) -> leaves.put(name + " " + below, spec));
            }
        });
        return leaves;
    }

    /** What a command asks, both of a server that has answers, and of one that has none. */
    private Set<String> questions(String name, String server) {
        asked.clear();
        for (String words : LINES.getOrDefault(name, List.of(""))) {
            for (boolean there : List.of(false, true)) {
                answers = there;
                run(name, words, server);
            }
        }
        Set<String> questions = new TreeSet<>();
        asked.forEach(path -> questions.add("`" + operation(path) + "`"));
        questions.remove("`" + DOMAINS + "`");
        questions.remove("`" + DOMAINS + "/{domain}`");
        assertThat(questions).as("what 'fairway %s' asks", name).isNotEmpty();
        return questions;
    }

    private void run(String name, String words, String server) {
        List<String> line = new ArrayList<>(List.of(name.split(" ")));
        if (!words.isEmpty()) {
            line.addAll(List.of(words.split(" ")));
        }
        switch (name) {
            case "evaluate" -> line.addAll(List.of("--from", server));
            case "diff sshare" -> line.addAll(List.of("--file", sshare(), "--server", server));
            default -> line.addAll(List.of("--server", server));
        }
        int unused = commands.execute(line.toArray(String[]::new));
    }

    private String sshare() {
        try {
            return Files.writeString(directory.resolve("sshare"), """
                            Account|User|RawShares|NormShares|RawUsage|NormUsage|EffectvUsage|FairShare|LevelFS
                            root|||0.0|0||1.0||
                            """).toString();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** The description's path of a question, without what all have in front. */
    private static String operation(String path) {
        return ApiDescription.load().operations().values().stream()
                .map(ApiDescription.Operation::path)
                .filter(described -> Pattern.matches(described.replaceAll("\\{\\w+}", "[^/]+"), path))
                .min((one, other) -> one.replaceAll("[^{]", "").length()
                        - other.replaceAll("[^{]", "").length())
                .orElseThrow(() -> new AssertionError("the description has no " + path));
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        asked.add(path);
        boolean found = answers || (path.startsWith(DOMAINS) && path.split("/").length <= 4);
        String body = path.equals(DOMAINS)
                ? "{\"items\":[" + DOMAIN + "],\"unreachable\":[]}"
                : found ? DOMAIN : "{\"title\":\"Not Found\",\"status\":404,\"detail\":\"nothing\"}";
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(found ? 200 : 404, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** The role that the page gives to a program. */
    private static String role(String name) {
        try {
            for (String line : Files.readAllLines(PAGE)) {
                String[] cells = line.split("\\|");
                if (cells.length == 3
                        && (cells[1].contains("`" + name + "`") || cells[1].contains("`" + name.split(" ")[0] + "`"))) {
                    return cells[2].strip();
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        throw new AssertionError("docs/security.md gives no role to 'fairway " + name + "'");
    }
}
