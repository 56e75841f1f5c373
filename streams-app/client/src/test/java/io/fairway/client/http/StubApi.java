package io.fairway.client.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;

/** Answers questions to the API from files, and runs commands against itself. */
public final class StubApi implements AutoCloseable {
    private record Answer(int status, String body) {}

    private final HttpServer server;
    private final Map<String, List<Answer>> answers = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private final List<String> authorizations = new ArrayList<>();

    public StubApi() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
        with("/v1/domains", "domains").with("/v1/domains/alps", "domain");
    }

    /** The output of a command. */
    public record Ran(int code, String out, String err) {}

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Answers a request (path and parameters as sent) with a file. */
    public StubApi with(String question, String file) {
        return with(question, 200, text(file + ".json"));
    }

    /** Answers the next request with the next answer, and with the last one from then on. */
    public StubApi with(String question, int status, String body) {
        answers.computeIfAbsent(question, key -> new ArrayList<>()).add(new Answer(status, body));
        return this;
    }

    /** Forgets the answers to a question. */
    public StubApi without(String question) {
        answers.remove(question);
        return this;
    }

    public List<String> asked() {
        return asked;
    }

    public List<String> authorizations() {
        return authorizations;
    }

    public Ran run(Object command, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--server");
        all.add(url());
        return runElsewhere(command, all.toArray(String[]::new));
    }

    /** Runs a command with --server, or with the default server. */
    public static Ran runElsewhere(Object command, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setExecutionExceptionHandler((failure, where, parsed) -> {
                    if (!(failure instanceof ApiException)) {
                        throw failure;
                    }
                    where.getErr().println("fairway: " + failure.getMessage());
                    where.getErr().flush();
                    return 1;
                })
                .setParameterExceptionHandler((failure, wrong) -> {
                    failure.getCommandLine().getErr().println(failure.getMessage());
                    failure.getCommandLine().getErr().flush();
                    return 2;
                });
        int code = line.execute(args);
        return new Ran(code, out.toString(), err.toString());
    }

    public static String text(String file) {
        try (InputStream in = Objects.requireNonNull(StubApi.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String question = exchange.getRequestURI().toString();
        asked.add(question);
        authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
        List<Answer> given = answers.get(question);
        Answer answer = given == null
                ? new Answer(404, text("problem-404.json"))
                : given.size() > 1 ? given.remove(0) : given.get(0);
        exchange.getResponseHeaders()
                .set("Content-Type", answer.status() == 200 ? "application/json" : "application/problem+json");
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
