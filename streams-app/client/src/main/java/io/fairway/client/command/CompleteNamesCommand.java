package io.fairway.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.http.Api;
import io.fairway.client.http.Query;
import io.fairway.client.http.ServerOptions;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code fairway complete-names}: prints names that the server knows, for the completion script. Whoever completes a command
 * line must not wait, and wants no message in it: without an answer there are no names.
 */
@Command(
        name = "complete-names",
        hidden = true,
        mixinStandardHelpOptions = true,
        description = "Print the names of a kind, for shell completion.")
public final class CompleteNamesCommand implements Callable<Integer> {
    /** What can be completed, and where its names are. */
    enum Kind {
        DOMAIN,
        ACCOUNT,
        USER,
        POLICY
    }

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** The most names: one page of the longest list. */
    private static final int MAX_NAMES = 1_000;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "KIND", description = "${COMPLETION-CANDIDATES}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private Kind kind;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    private final Duration patience;

    public CompleteNamesCommand() {
        this(PATIENCE);
    }

    /** @param patience how long it waits for the server */
    CompleteNamesCommand(Duration patience) {
        this.patience = patience;
    }

    @Override
    public Integer call() throws InterruptedException {
        CompletableFuture<SortedSet<String>> names = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                names.complete(names(server.api(spec)));
            } catch (RuntimeException unanswered) {
                names.complete(new TreeSet<>());
            }
        });
        PrintWriter out = spec.commandLine().getOut();
        try {
            names.get(patience.toMillis(), TimeUnit.MILLISECONDS).forEach(out::println);
        } catch (TimeoutException | ExecutionException none) {
            return 0;
        }
        out.flush();
        return 0;
    }

    private SortedSet<String> names(Api api) {
        return switch (kind) {
            case DOMAIN -> texts(api.get(Query.of("domains")), List.of("domain"));
            case POLICY ->
                texts(api.get(Query.of("domains", server.domain(api), "policies")), List.of("policy", "name"));
            case ACCOUNT -> nodes(api, "accounts", "account");
            case USER -> nodes(api, "users", "user");
        };
    }

    private SortedSet<String> nodes(Api api, String kinds, String member) {
        return texts(
                api.get(Query.of("domains", server.domain(api), "fairshare")
                        .with("kind", kinds)
                        .with("limit", MAX_NAMES)),
                List.of(member));
    }

    private static SortedSet<String> texts(JsonNode answer, List<String> path) {
        SortedSet<String> texts = new TreeSet<>();
        for (JsonNode item : answer.path("items")) {
            JsonNode at = item;
            for (String member : path) {
                at = at.path(member);
            }
            if (at.isTextual() && !at.asText().isEmpty()) {
                texts.add(at.asText());
            }
        }
        return texts;
    }
}
