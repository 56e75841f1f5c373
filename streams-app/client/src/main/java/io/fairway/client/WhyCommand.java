package io.fairway.client;

import com.fasterxml.jackson.databind.JsonNode;
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
            "Say why a job is not next: what its priority is made of, who is ahead and why, what would change it, and when"
                    + " it recovers. Or why a user's jobs are not.",
            "What is no job's id is taken as a user's name. The column ADDS adds up to the priority; what stands there in"
                    + " parentheses is part of the row above it."
        },
        footer = {"", "Examples:", "  fairway why 4711", "  fairway why alps/4711 --policy lsf", "  fairway why anna"})
public final class WhyCommand extends ClientCommand {
    @Parameters(paramLabel = "JOB|USER", description = "A job, JOB or CLUSTER/JOB, or a user.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private String target;

    @Option(names = "--user", description = "It is a user, even if there is a job of that name.")
    private boolean user;

    @Option(names = "--policy", paramLabel = "NAME", description = "Under this policy; else the active one.")
    private @Nullable String policy;

    @Override
    JsonNode ask(Api api) {
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
                    ApiException.NOT_FOUND, "there is no job " + target + ", and of a user: " + e.getMessage());
        }
    }

    @Override
    Table table(JsonNode answer) {
        if (isJob(answer)) {
            return Terms.sum(answer.path("rows"), "priority", answer.path("priority"));
        }
        List<JsonNode> associations = new ArrayList<>();
        answer.path("associations").forEach(one -> associations.add(one.path("fairshare")));
        return Table.of(FairshareCommand.columns(answer, false), associations);
    }

    @Override
    void show(JsonNode answer, TextPage page) {
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
