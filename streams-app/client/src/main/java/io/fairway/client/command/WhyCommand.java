package io.fairway.client.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.client.http.Api;
import io.fairway.client.http.ApiException;
import io.fairway.client.http.Query;
import io.fairway.client.http.Since;
import io.fairway.client.http.Target;
import io.fairway.client.table.Footers;
import io.fairway.client.table.Table;
import io.fairway.client.table.Terms;
import io.fairway.client.table.TextPage;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fairway why}: why a job, or a user's jobs, are not next. */
@Command(
        name = "why",
        description = {
            "Say why a job, or a user's jobs, are not next: the terms of the priority, the jobs ahead, what would change"
                    + " it, and when it recovers.",
            "A name that is no job's id is taken as a user. The column ADDS adds up to the priority; a number in"
                    + " parentheses is part of the row above it."
        },
        footer = {
            "",
            "Examples:",
            "  fairway why 4711",
            "  fairway why alps/4711 --policy lsf",
            "  fairway why anna",
            "  fairway why anna --since yesterday"
        })
public final class WhyCommand extends ClientCommand {
    @Parameters(paramLabel = "JOB|USER", description = "A job (JOB or CLUSTER/JOB) or a user.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private String target;

    @Option(
            names = {"-u", "--user"},
            description = "Take the name as a user, even if a job has it.")
    private boolean user;

    @Option(names = "--policy", paramLabel = "NAME", description = "Policy. Default: the active one.")
    private @Nullable String policy;

    @Option(
            names = "--since",
            paramLabel = "WHEN",
            description = "What changed for a user since then, and by what: yesterday, 6h, 2d, 1w or an instant.")
    private @Nullable String since;

    @Override
    JsonNode ask(Api api) {
        if (since != null) {
            return api.get(Query.of("domains", server().domain(api), "users", target, "since")
                    .with("policy", policy)
                    .with("since", Since.instant(since, Instant.now(), ZoneId.systemDefault())));
        }
        if (!user) {
            JsonNode job = Target.job(
                    api,
                    server(),
                    target,
                    (domain, cluster, id) -> Query.of("domains", domain, "jobs", cluster, id, "why")
                            .with("policy", policy));
            if (job != null) {
                return job;
            }
        }
        try {
            return api.get(Query.of("domains", server().domain(api), "users", target, "why")
                    .with("policy", policy));
        } catch (ApiException e) {
            if (user || e.status() != ApiException.NOT_FOUND) {
                throw e;
            }
            throw new ApiException(
                    ApiException.NOT_FOUND, "no job has the name " + target + "; as a user: " + e.getMessage());
        }
    }

    @Override
    Table table(JsonNode answer) {
        if (answer.has("since")) {
            return SinceText.table(answer);
        }
        if (isJob(answer)) {
            return Terms.sum(answer.path("rows"), "priority", answer.path("priority"));
        }
        List<JsonNode> associations = new ArrayList<>();
        answer.path("associations").forEach(one -> associations.add(one.path("fairshare")));
        return Table.of(FairshareCommand.columns(answer, false), associations);
    }

    @Override
    void show(JsonNode answer, TextPage page) {
        if (answer.has("since")) {
            SinceText.show(answer, page);
            return;
        }
        page.head(answer.path("summary").asText());
        if (isJob(answer)) {
            WhyText.job(answer, table(answer), page);
        } else {
            WhyText.user(answer, page);
        }
        page.blank();
        page.sentence("", Footers.policyAndTime(answer));
    }

    private static boolean isJob(JsonNode answer) {
        return answer.has("job");
    }
}
